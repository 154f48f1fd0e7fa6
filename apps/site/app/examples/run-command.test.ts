import { expect, test } from "vitest";
import { runCommand } from "./run-command.ts";

test("an example is started with what differs from what it takes by itself", () => {
  const plain = "npm run dev -w @weft/example-todo-list";
  expect(runCommand("todo-list", {})).toBe(plain);
  expect(runCommand("todo-list", { serverUrl: "http://localhost:7070" })).toBe(plain);
  expect(runCommand("todo-list", { serverUrl: "https://weft.test", publicKey: "pk_dev_1" })).toBe(
    `WEFT_URL=https://weft.test \\\nWEFT_PUBLIC_KEY=pk_dev_1 \\\n${plain}`,
  );
});
