/**
 * The packages of Weft's own client family, which the build has packed: each at `/packages/<name>.tgz`, whose content follows the
 * release of the server, and at `/packages/<name>-<version>.tgz`, whose content never changes.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { WeftError } from "@weft/protocol";

/** A line of `packages.json`, which the build writes beside the tarballs. */
interface ServedPackage {
  readonly name: string;
  readonly version: string;
  readonly path: string;
}

/** What has been packed into this folder; nothing, where the packages have not been packed. */
export function readServedPackages(folder: string): readonly ServedPackage[] {
  const list = join(folder, "packages.json");
  return existsSync(list) ? (JSON.parse(readFileSync(list, "utf8")) as readonly ServedPackage[]) : [];
}

/** `/packages/client-0.1.0.tgz` for `/packages/client.tgz`. */
export function versionedPath({ path, version }: ServedPackage): string {
  return path.replace(/\.tgz$/, `-${version}.tgz`);
}

/** Why there is nothing at this path below `/packages/`. */
export function refusedPackage(path: string, served: readonly ServedPackage[]): WeftError {
  if (served.length === 0)
    return new WeftError("PACKAGE_NOT_FOUND", {
      message: "This server has no client packages.",
      suggestion: "Run `npm run pack` in the server's checkout, and start the server again.",
    });
  const other = served.find((each) => path.startsWith(each.path.replace(/\.tgz$/, "-")) && path.endsWith(".tgz"));
  if (other !== undefined)
    return new WeftError("PACKAGE_NOT_FOUND", {
      message: `This server has version ${other.version} of ${other.name}, and no other.`,
      suggestion: `Use ${versionedPath(other)}, or ${other.path} for the version of the server, whichever it is.`,
    });
  return new WeftError("PACKAGE_NOT_FOUND", {
    suggestion: `Use one of ${served.map((each) => each.path).join(", ")}.`,
  });
}
