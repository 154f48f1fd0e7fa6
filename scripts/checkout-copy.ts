import { execFileSync } from "node:child_process";
import { cpSync, lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linkModules } from "@weft/testkit/link-modules";
import { root } from "./sources.ts";

/** The sources of the checkout in a temporary folder, to be changed there. Packages of npm are linked. */
export interface CheckoutCopy extends Disposable {
  readonly folder: string;
}

export function copyCheckout(): CheckoutCopy {
  const folder = mkdtempSync(join(tmpdir(), "weft-copy-"));
  const dispose = () => rmSync(folder, { recursive: true, force: true });
  try {
    for (const file of sourceFiles()) cpSync(join(root, file), join(folder, file));
    linkModules(root, folder);
    return { folder, [Symbol.dispose]: dispose };
  } catch (cause) {
    dispose();
    throw cause;
  }
}

const isThere = (file: string) => lstatSync(join(root, file), { throwIfNoEntry: false }) !== undefined;

/** What is in Git, or is new; without Git, as in an archive of the sources, everything that no build or install has made. */
function sourceFiles(): string[] {
  try {
    const listed = execFileSync("git", ["ls-files", "-coz", "--exclude-standard"], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    // A file that was deleted and not committed is still listed.
    return listed.split("\0").filter((file) => file !== "" && isThere(file));
  } catch {
    return [...filesBelow("")];
  }
}

/** What installs, builds and servers make. */
const made: ReadonlySet<string> = new Set([
  ".git",
  "node_modules",
  ".weft",
  "dist",
  "build",
  ".react-router",
  "coverage",
]);

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (made.has(entry.name)) continue;
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}
