/** `npm run check:types`: checks the repository, packages with the types of browsers, the site, and each example, one project after the other. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./sources.ts";

const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
const examples = readdirSync(join(root, "examples"))
  .map((name) => `examples/${name}`)
  .filter(isProject);

function isProject(folder: string): boolean {
  return existsSync(join(root, folder, "tsconfig.json"));
}

/** Packages that are made of elements: everything else has no types of browsers, so that no server uses one. */
const packages = ["devtools", "react-ui", "react-tiptap", "react-blocknote", "react-lexical"].map(
  (name) => `packages/${name}`,
);

for (const project of ["tsconfig.json", ...packages.filter(isProject), "apps/site", ...examples]) {
  try {
    execFileSync(process.execPath, [compiler, "-p", project], { cwd: root, stdio: "inherit" });
  } catch {
    process.exitCode = 1;
  }
}
