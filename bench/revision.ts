import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Another revision of this repository, checked out beside it for as long as the bench runs. */
export interface Checkout extends Disposable {
  readonly root: string;
}

export function checkOut(repository: string, revision: string): Checkout {
  const folder = mkdtempSync(join(tmpdir(), "weft-bench-base-"));
  const root = join(folder, "checkout");
  const git = (...args: readonly string[]) => execFileSync("git", ["-C", repository, ...args], { stdio: "pipe" });
  const remove = () => {
    if (existsSync(root)) git("worktree", "remove", "--force", root);
    rmSync(folder, { recursive: true, force: true });
    process.off("exit", remove);
  };
  // An interrupted bench must not leave a worktree behind.
  process.on("exit", remove);
  try {
    git("worktree", "add", "--detach", root, revision);
    linkModules(repository, root);
  } catch (cause) {
    remove();
    throw cause;
  }
  return { root, [Symbol.dispose]: remove };
}

/** Dependencies are those of this checkout; our own packages must be those of the other one. */
function linkModules(repository: string, root: string): void {
  const from = join(repository, "node_modules");
  const to = join(root, "node_modules");
  mkdirSync(join(to, "@weft"), { recursive: true });
  for (const name of readdirSync(from)) if (name !== "@weft") symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(root, "packages"))) {
    symlinkSync(join(root, "packages", name), join(to, "@weft", name));
    const nested = join(repository, "packages", name, "node_modules");
    if (existsSync(nested)) symlinkSync(nested, join(root, "packages", name, "node_modules"));
  }
}
