import { existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Gives a copy of a checkout, or another revision of it, what npm has installed in the checkout, without installing it
 * again. Packages of the repository are the copy's own; all others are links to what is installed.
 */
export function linkModules(checkout: string, copy: string): void {
  for (const workspace of ["", ...workspacesWithModules(checkout)])
    if (existsSync(join(copy, workspace)))
      linkFolder(join(checkout, workspace, "node_modules"), join(copy, workspace, "node_modules"));
}

/** Workspaces for which npm installed packages of their own. */
function workspacesWithModules(checkout: string): string[] {
  return ["packages", "apps", "examples"]
    .flatMap((parent) => readdirSync(join(checkout, parent)).map((name) => join(parent, name)))
    .filter((workspace) => existsSync(join(checkout, workspace, "node_modules")));
}

function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    // Links of workspaces are relative, and so lead to the copy's own packages.
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.name.startsWith("@")) linkFolder(source, target);
    // Caches are the copy's own.
    else if (entry.name === ".bin" || !entry.name.startsWith(".")) {
      mkdirSync(dirname(target), { recursive: true });
      symlinkSync(source, target);
    }
  }
}
