import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { arrival } from "./until.ts";
import { expect } from "vitest";
import type { TestContext } from "vitest";

/** A small ext4 file system of its own, in a file: it can be filled, and frozen, without harm to anything else. */
export interface LoopDisk extends Disposable {
  readonly path: string;
  /**
   * Every write to it waits, in the kernel, until the answer is disposed; even when this process dies, and after a minute
   * at the latest.
   */
  freeze(): Promise<FrozenDisk>;
}

export interface FrozenDisk extends AsyncDisposable {
  /** False once the disk takes writes again. */
  readonly frozen: boolean;
}

/** Skips the test where no disk can be made, and says why. */
export function requireLoopDisk(context: Pick<TestContext, "skip">): void {
  const why = whyNoLoopDisk();
  if (why === undefined) return;
  process.stdout.write(`skipped: ${why}\n`);
  context.skip(why);
}

/** Why this machine cannot make one, in a few words, or undefined when it can. */
function whyNoLoopDisk(): string | undefined {
  if (process.platform !== "linux") return "file systems are mounted and frozen on Linux alone";
  if (process.geteuid?.() !== 0) return "only root may mount a file system";
  try {
    using disk = openLoopDisk(8);
    execFileSync("fsfreeze", ["--freeze", disk.path], { stdio: "pipe" });
    execFileSync("fsfreeze", ["--unfreeze", disk.path], { stdio: "pipe" });
    return undefined;
  } catch (error) {
    return `no file system can be mounted here: ${String(error).split("\n", 1)[0]}`;
  }
}

export function openLoopDisk(megabytes: number): LoopDisk {
  const folder = mkdtempSync(join(tmpdir(), "weft-disk-"));
  const [image, path] = [join(folder, "image"), join(folder, "mounted")];
  try {
    writeFileSync(image, "");
    truncateSync(image, megabytes * 1024 * 1024);
    mkdirSync(path);
    execFileSync("mkfs.ext4", ["-q", "-F", "-m", "0", image], { stdio: "pipe" });
    execFileSync("mount", ["-o", "loop", image, path], { stdio: "pipe" });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    path,
    freeze: () => freeze(path),
    [Symbol.dispose]() {
      // Lazily: a process that is just ending may still have files open there.
      execFileSync("umount", ["--lazy", path], { stdio: "pipe" });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The process that freezes also thaws: when its input ends, as it does with this process, or after a minute. */
const freezeUntilToldOtherwise =
  'fsfreeze --freeze "$0" && echo frozen && { read -r -t 60 _; fsfreeze --unfreeze "$0"; }';

async function freeze(path: string): Promise<FrozenDisk> {
  const child = spawn("bash", ["-c", freezeUntilToldOtherwise, path], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  await arrival("the disk is frozen", once(child.stdout, "data"));
  return {
    get frozen() {
      return child.exitCode === null;
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await arrival("the disk is thawed", ended);
    },
  };
}

/** Takes all the space that a disk has left. @param filler a file on it, which is made */
export function fillDisk(filler: string): void {
  const file = openSync(filler, "a");
  try {
    for (const size of [65_536, 512]) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size, 1));
      } catch (error) {
        expect(error).toMatchObject({ code: "ENOSPC" });
      }
    }
  } finally {
    closeSync(file);
  }
}
