/**
 * Blobs as files of one folder.
 *
 *   <folder>/blobs/<2>/<62>           SHA-256 of the name, so that no name reaches a path
 *           /parts/<session>/<number>-<SHA-256 of the bytes>
 *           /incoming/<random>        being written; emptied at start
 *
 * A file gets its name by a rename after its bytes are flushed, and `put` answers after the folder is flushed, too. One
 * server at a time uses a folder: the one that owns the database.
 */
import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, mkdir, open, rename, rm, statfs, unlink } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { BlobsRefused } from "@weft/collab";
import type { BlobPart, BlobStore, ByteRange } from "@weft/collab";
import { orUnavailable, unavailable } from "./unavailable.ts";

/** Blobs in `folder`, which is created if it does not exist. */
export function createFolderBlobs(folder: string): BlobStore {
  return new FolderBlobs(folder);
}

const sessionForm = /^[0-9a-f]{32}$/;

class FolderBlobs implements BlobStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async check(): Promise<void> {
    try {
      await rm(join(this.#folder, "incoming"), { recursive: true, force: true });
      for (const name of ["blobs", "parts", "incoming"])
        await mkdir(join(this.#folder, name), { recursive: true, mode: 0o700 });
      const probe = join(this.#folder, "incoming", "probe");
      await this.#write(probe, (file) => file.writeFile("x"));
      await unlink(probe);
    } catch (cause) {
      const { code = "unknown error" } = cause as NodeJS.ErrnoException;
      throw new BlobsRefused(`The folder for files ${this.#folder} cannot be written (${code}).`, { cause });
    }
  }

  async free(): Promise<number> {
    const { bavail, bsize } = await orUnavailable(statfs(this.#folder));
    return bavail * bsize;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await orUnavailable(this.#place(this.#pathOf(name), (file) => file.writeFile(bytes)));
  }

  async read(name: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined> {
    const file = await orUnavailable(orMissing(open(this.#pathOf(name), "r")));
    return file?.createReadStream({ ...range, autoClose: true });
  }

  async delete(name: string): Promise<void> {
    const path = this.#pathOf(name);
    await orUnavailable(orMissing(unlink(path).then(() => flushFolder(dirname(path)))));
  }

  async startParts(): Promise<string> {
    return randomBytes(16).toString("hex");
  }

  async putPart(_name: string, session: string, number: number, bytes: Uint8Array): Promise<string> {
    const tag = createHash("sha256").update(bytes).digest("hex");
    await orUnavailable(this.#place(this.#partPath(session, { number, tag }), (file) => file.writeFile(bytes)));
    return tag;
  }

  async joinParts(name: string, session: string, parts: readonly BlobPart[]): Promise<void> {
    const path = this.#pathOf(name);
    const joined = this.#place(path, async (file) => {
      for (const part of parts) {
        const bytes = createReadStream(this.#partPath(session, part));
        await pipeline(bytes, async (pieces) => {
          for await (const piece of pieces as AsyncIterable<Uint8Array>) await file.appendFile(piece);
        });
      }
    });
    try {
      await joined;
    } catch (error) {
      // It was joined before, and its parts have been dropped since.
      if (isMissing(error) && (await exists(path))) return;
      throw unavailable(error);
    }
  }

  async dropParts(_name: string, session: string): Promise<void> {
    await orUnavailable(rm(this.#sessionPath(session), { recursive: true, force: true }));
  }

  async address(): Promise<undefined> {
    return undefined;
  }

  #pathOf(name: string): string {
    const hash = createHash("sha256").update(name).digest("hex");
    return join(this.#folder, "blobs", hash.slice(0, 2), hash.slice(2));
  }

  #sessionPath(session: string): string {
    if (!sessionForm.test(session)) throw new Error("The session is not one of this store.");
    return join(this.#folder, "parts", session);
  }

  #partPath(session: string, { number, tag }: BlobPart): string {
    return join(this.#sessionPath(session), `${number}-${tag}`);
  }

  /** Creates a file atomically. */
  async #place(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
    const incoming = join(this.#folder, "incoming", randomBytes(16).toString("hex"));
    try {
      await this.#write(incoming, write);
      const folder = dirname(path);
      const made = await mkdir(folder, { recursive: true, mode: 0o700 });
      await rename(incoming, path);
      await flushFolder(folder);
      if (made !== undefined) await flushFolder(dirname(folder));
    } catch (error) {
      await rm(incoming, { force: true });
      throw error;
    }
  }

  async #write(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
    await using file = await open(path, "wx", 0o600);
    await write(file);
    await file.sync();
  }
}

/** A name is durable when the folder that holds it was flushed. */
async function flushFolder(path: string): Promise<void> {
  await using folder = await open(path, "r");
  await folder.sync();
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}

async function orMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
