/** `npm run check:types`: checks the repository, the components, which need the types of browsers, the site, and each example, one project after the other. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./sources.ts";

const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
const examples = readdirSync(join(root, "examples"))
  .map((name) => `examples/${name}`)
  .filter((folder) => existsSync(join(root, folder, "tsconfig.json")));

for (const project of ["tsconfig.json", "packages/react-ui", "apps/site", ...examples]) {
  try {
    execFileSync(process.execPath, [compiler, "-p", project], { cwd: root, stdio: "inherit" });
  } catch {
    process.exitCode = 1;
  }
}
