import { expect, test } from "vitest";
import { entryFile, exportsOf, namesLeftOut, officialNames } from "./official-names.ts";

const all = officialNames();
const entries = [...new Set(all.map((each) => `${each.package} ${each.entry}`))];

test.for(entries)("%s exports every name of the official package that is not left out for a reason", (key) => {
  const [name, entry] = key.split(" ") as [string, string];
  const file = entryFile(name, entry);
  const found = file === undefined ? new Map<string, "type" | "value">() : exportsOf(file);
  const missing = all
    .filter((each) => each.package === name && each.entry === entry)
    // A class or a value may be exported where a type is asked for.
    .filter((each) => (each.kind === "value" ? found.get(each.name) !== "value" : !found.has(each.name)))
    .map((each) => `${key} ${each.name}`);
  const leftOut = [...namesLeftOut().keys()].filter((each) => each.startsWith(`${key} `));
  expect(missing.toSorted()).toEqual(leftOut.toSorted());
});

test("each name that is left out has its reason", () => {
  for (const [name, reason] of namesLeftOut()) expect([name, reason.length > 20]).toEqual([name, true]);
});
