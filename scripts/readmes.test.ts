/** READMEs of the packages that list their folders and show an example. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "./sources.ts";

describe.each(["packages/collab", "packages/server"])("the README of %s", (folder) => {
  const readme = readFileSync(join(root, folder, "README.md"), "utf8");

  test("lists every folder of the sources once", () => {
    const listed = [...readme.matchAll(/^\| `src\/([\w-]+)\/` /gmu)].map(([, name]) => name!);
    const folders = readdirSync(join(root, folder, "src"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const byName = (one: string, other: string) => one.localeCompare(other);
    expect(listed.toSorted(byName)).toEqual(folders.toSorted(byName));
  });

  test("has an example that is type-checked", () => {
    const [, example] = /```ts\n([\s\S]*?)```/u.exec(readme)!;
    const checked = readFileSync(join(root, folder, "src", "readme.test-d.ts"), "utf8");
    expect(checked.split("// The example:\n")[1]).toContain(example);
  });
});
