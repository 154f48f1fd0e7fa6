import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A server of another release, as a bundle. */
export interface OtherRelease extends Disposable {
  readonly version: string;
  /** The first file of the bundle. */
  readonly entry: string;
}

const script = fileURLToPath(new URL("../../scripts/build-next-release.ts", import.meta.url));

/** Builds the next release, as `scripts/build-next-release.ts` describes it. It takes a few seconds. */
export function openNextRelease(): OtherRelease {
  using built = new DisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "weft-next-release-"));
  built.defer(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync(process.execPath, [script, folder], { stdio: ["ignore", "ignore", "inherit"] });
  const held = built.move();
  const entry = join(folder, "packages", "server", "dist", "main.js");
  return { version: "0.2.0", entry, [Symbol.dispose]: () => held.dispose() };
}
