import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { emojiData, emojiModule } from "./emoji-data.ts";

test("the emoji of react-ui are those that the script writes", async () => {
  expect(await readFile(emojiModule, "utf8")).toBe(await emojiData());
});
