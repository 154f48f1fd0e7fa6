import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linkModules } from "@weft/testkit/link-modules";

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
