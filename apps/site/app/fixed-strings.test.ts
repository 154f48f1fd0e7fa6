/** Each fixed text is in its file. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fixedStrings } from "./fixed-strings.ts";

test.for(fixedStrings)("“%s” in %s", ([text, file]) => {
  const source = readFileSync(new URL(file, import.meta.url), "utf8");
  expect(source.replaceAll("’", "'")).toContain(text);
});
