/**
 * Builds the Next.js starter kit into its `.next`, if its sources changed since it was last built. Only its journey needs
 * the build: the server doesn't serve the kit.
 *
 *   node scripts/build-starter-kit.ts [--force]
 */
import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ownPackagesOf } from "./own-packages.ts";
import { fingerprint, root } from "./sources.ts";

const kit = join(root, "examples", "starter-kit");
const stamp = join(kit, ".next", ".sources");
// A dependency is a source too; the lockfile stands for all of them.
const sources = await fingerprint([kit, join(root, "package-lock.json"), ...(await ownPackagesOf(kit))]);

if (!process.argv.includes("--force") && (await readFile(stamp, "utf8").catch(() => "")) === sources) {
  console.log("starter-kit          up to date");
} else {
  const startedAt = performance.now();
  // A test runner calls its own mode "test", which Next.js does not know.
  const { NODE_ENV: _, ...env } = process.env;
  const { status } = spawnSync(
    process.execPath,
    [join(root, "node_modules", "next", "dist", "bin", "next"), "build", kit],
    { env: { ...env, NEXT_TELEMETRY_DISABLED: "1" }, stdio: "inherit" },
  );
  if (status === 0) {
    await writeFile(stamp, sources);
    console.log(`starter-kit          built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  } else {
    console.error("examples/starter-kit could not be built.");
    process.exitCode = 1;
  }
}
