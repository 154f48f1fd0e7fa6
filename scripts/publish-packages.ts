/**
 * Publishes what `npm run pack` has packed, in the order in which the packages depend on each other, with provenance. Versions that the
 * registry has are left out, so that a release that was interrupted can be run again.
 *
 *   GITHUB_REPOSITORY=<owner>/<name> node scripts/publish-packages.ts [--dry-run]
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PackedPackage } from "./build-packages.ts";
import { published } from "./published-packages.ts";
import { runCommand } from "./run-command.ts";
import { root } from "./sources.ts";

const folder = join(root, "artifacts", "packages");
const isTrial = process.argv.includes("--dry-run");
// The build has checked the manifests, and with the name of the repository whether they name it.
if (process.env["GITHUB_REPOSITORY"] === undefined && !isTrial)
  throw new Error("Set GITHUB_REPOSITORY to the owner and name of the repository, and pack again with it.");

const packed = JSON.parse(await readFile(join(folder, "packages.json"), "utf8")) as readonly PackedPackage[];
for (const short of published) {
  const { name, version } = packed.find((each) => each.name === `@weft/${short}`)!;
  const known = await runCommand("npm", ["view", `${name}@${version}`, "version", "--loglevel=silent"], folder);
  if (known.code === 0 && known.output.trim() === version) {
    console.log(`${name} ${version} is published already`);
    continue;
  }
  const options = isTrial ? ["--dry-run"] : ["--provenance"];
  const args = ["publish", join(folder, `${short}.tgz`), "--access=public", "--ignore-scripts", ...options];
  const { code, output } = await runCommand("npm", args, folder);
  if (code !== 0) throw new Error(`${name} could not be published: ${output}`);
  console.log(`${name} ${version}${isTrial ? " could be" : " is"} published`);
}
