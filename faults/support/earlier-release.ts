import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { OtherRelease } from "./next-release.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** What nodes of two releases share: when one of these files was changed, a revision before that differs from this one. */
const shared = [
  "packages/store/src/migrations",
  "packages/cluster/src/node-messages.ts",
  "packages/cluster/src/room-calls.ts",
  "packages/cluster/src/transport/frames.ts",
  "packages/collab/src/signals/signals.ts",
  "packages/room/src/link.ts",
];

const git = (...args: readonly string[]) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();

/**
 * The revision that `WEFT_TEST_EARLIER` names, where `default` is the last one before a change of what nodes share. Without one, or
 * without the history of the repository: why there is none.
 */
export function earlierRevision(): { readonly commit: string } | { readonly missing: string } {
  const wanted = process.env["WEFT_TEST_EARLIER"];
  if (wanted === undefined) return { missing: "WEFT_TEST_EARLIER names none, as npm run test:long does" };
  try {
    const named = wanted === "default" ? `${git("log", "-1", "--format=%H", "--", ...shared)}^` : wanted;
    return { commit: git("rev-parse", "--verify", `${named}^{commit}`) };
  } catch {
    return { missing: `git does not find the revision "${wanted}" here` };
  }
}

/** Builds the server of a revision in a folder of its own, with the packages that are installed here. */
export function openEarlierRelease(commit: string): OtherRelease {
  using built = new DisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "weft-earlier-release-"));
  built.defer(() => rmSync(folder, { recursive: true, force: true }));
  const archive = join(folder, "sources.tar");
  git("archive", "--output", archive, commit);
  execFileSync("tar", ["-xf", archive, "-C", folder]);
  linkPackages(join(root, "node_modules"), join(folder, "node_modules"));
  const script = join(folder, "scripts", "build-server.ts");
  execFileSync(process.execPath, [script], { stdio: "ignore", cwd: folder });
  const server = join(folder, "packages", "server");
  const { version } = JSON.parse(readFileSync(join(server, "package.json"), "utf8")) as { readonly version: string };
  const held = built.move();
  return { version, entry: join(server, "dist", "main.js"), [Symbol.dispose]: () => held.dispose() };
}

/** Links to installed packages. Those of the repository lead to the revision's own. */
function linkPackages(installed: string, to: string): void {
  mkdirSync(join(to, "@weft"), { recursive: true });
  for (const name of readdirSync(installed)) if (name !== "@weft") symlinkSync(join(installed, name), join(to, name));
  for (const name of readdirSync(join(installed, "@weft")))
    symlinkSync(readlinkSync(join(installed, "@weft", name)), join(to, "@weft", name));
}
