import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readBuildState } from "./build-state.ts";

/** A checkout in which everything is built, and was checked. */
function builtCheckout() {
  const folder = mkdtempSync(join(tmpdir(), "weft-checkout-"));
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const path of ["package.json", "package-lock.json", "scripts/start.ts", "examples/one/src/main.ts"])
    write(path, path);
  for (const path of ["apps/site/app/root.tsx", "packages/server/src/main.ts"]) write(path, path);
  for (const path of ["packages/server/dist", "examples/one/dist", "apps/site/build/client"])
    write(`${path}/.sources`, "a hash");
  readBuildState(folder).isBuilt();
  return { folder, write, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

test("a checkout that was found to be built needs no second check until something changes", () => {
  using checkout = builtCheckout();
  expect(readBuildState(checkout.folder).isUnchanged).toBe(true);
  checkout.write("packages/server/dist/main.js", "what is made is no source");
  checkout.write("packages/server/node_modules/one/index.js", "nor is what npm brings");
  expect(readBuildState(checkout.folder).isUnchanged).toBe(true);
});

test.each([
  ["packages/server/src/main.ts", "a change"],
  ["examples/one/src/more.ts", "a new file"],
  ["package-lock.json", "another dependency"],
  ["apps/site/build/client/.sources", "a step that has built again"],
  ["artifacts/packages/.sources", "packages that were packed again"],
])("%s with %s asks for another look", (path, text) => {
  using checkout = builtCheckout();
  checkout.write(path, text);
  const state = readBuildState(checkout.folder);
  expect(state.isUnchanged).toBe(false);
  state.isBuilt();
  expect(readBuildState(checkout.folder).isUnchanged).toBe(true);
});

test("a changed file is detected although its size and modification time are the same", () => {
  using checkout = builtCheckout();
  const file = join(checkout.folder, "scripts", "start.ts");
  const { atime, mtime } = statSync(file);
  checkout.write("scripts/start.ts", "scripts/st4rt.ts");
  utimesSync(file, atime, mtime);
  expect(readBuildState(checkout.folder).isUnchanged).toBe(false);
});

test("a deleted file requires another check, and so does a file that changed during the build", () => {
  using checkout = builtCheckout();
  rmSync(join(checkout.folder, "examples", "one", "dist"), { recursive: true });
  const state = readBuildState(checkout.folder);
  expect(state.isUnchanged).toBe(false);
  checkout.write("examples/one/src/main.ts", "changed while a step runs");
  state.isBuilt();
  expect(readBuildState(checkout.folder).isUnchanged).toBe(false);
});
