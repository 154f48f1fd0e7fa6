import type { BlobStore } from "../src/uploads/blob-store.ts";

/** Blobs in memory. For tests, which see what is kept. */
export interface MemoryBlobStore extends BlobStore {
  readonly blobs: ReadonlyMap<string, Uint8Array>;
  /** Parts of sessions that were not dropped. */
  readonly parts: ReadonlyMap<string, Uint8Array>;
}

export function createMemoryBlobStore(): MemoryBlobStore {
  const blobs = new Map<string, Uint8Array>();
  const parts = new Map<string, Uint8Array>();
  let sessions = 0;
  return {
    blobs,
    parts,
    check: async () => {},
    put: async (name, bytes) => void blobs.set(name, Uint8Array.from(bytes)),
    async read(name, range) {
      const bytes = blobs.get(name);
      if (bytes === undefined) return undefined;
      const { start, end } = range ?? { start: 0, end: bytes.length - 1 };
      return inPieces(bytes.subarray(start, end + 1));
    },
    delete: async (name) => void blobs.delete(name),
    startParts: async () => `session ${++sessions}`,
    async putPart(_, session, number, bytes) {
      parts.set(`${session} ${number}`, Uint8Array.from(bytes));
      return String(number);
    },
    async joinParts(name, session, joined) {
      if (blobs.has(name)) return;
      blobs.set(name, Buffer.concat(joined.map(({ number }) => parts.get(`${session} ${number}`) ?? missing(number))));
    },
    async dropParts(_, session) {
      for (const key of parts.keys()) if (key.startsWith(`${session} `)) parts.delete(key);
    },
    address: async () => undefined,
  };
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += 65_536) yield bytes.subarray(from, from + 65_536);
}

function missing(number: number): never {
  throw new Error(`Part ${number} is missing.`);
}
