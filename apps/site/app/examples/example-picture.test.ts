import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { examples } from "./catalogue.ts";

const folder = fileURLToPath(new URL("../../public/pictures", import.meta.url));
const mostKilobytes = 60;

test("every example of the gallery has a light and a dark WebP picture, small enough for a card, and no others are left", () => {
  const wanted = examples.flatMap(({ name }) => [`${name}-dark.webp`, `${name}-light.webp`]);
  expect(readdirSync(folder).toSorted()).toEqual(wanted.toSorted());
  for (const file of wanted) {
    const bytes = readFileSync(join(folder, file));
    expect(bytes.subarray(8, 12).toString("latin1"), file).toBe("WEBP");
    expect(bytes.byteLength / 1000, file).toBeLessThan(mostKilobytes);
  }
});
