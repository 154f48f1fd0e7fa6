import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readSiteBuild } from "./site-build.ts";

function folderWith(files: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "weft-site-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "assets"));
  for (const file of files) writeFileSync(join(folder, "assets", file), "");
  return folder;
}

test("a build is identified by its list of routes", () => {
  expect(readSiteBuild(folderWith(["manifest-1a2b3c4d.js", "root-manifest-9.js", "home-77.js"]))).toBe("1a2b3c4d");
});

test("without a build, or with the remains of another one, it is not known", () => {
  expect(readSiteBuild(folderWith(["home-77.js"]))).toBeNull();
  expect(readSiteBuild(folderWith(["manifest-1.js", "manifest-2.js"]))).toBeNull();
  expect(readSiteBuild(join(folderWith([]), "nowhere"))).toBeNull();
});
