import { createHash } from "node:crypto";
import { join } from "node:path";
import type { ServerProcess } from "@weft/testkit";
import { openTestData, spawnServer } from "@weft/testkit";
import { expect, test } from "vitest";
import { filesIn } from "./support/files-in.ts";
import { freshRandom, times } from "./support/random.ts";
import type { Random } from "./support/random.ts";
import { report } from "./support/report.ts";
import { until } from "./support/until.ts";

const rounds = times(4);
const uploaders = 6;
const room = "r";

interface Acknowledged {
  readonly id: string;
  readonly sha256: string;
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function call(server: ServerProcess, method: string, path: string, body?: string | Buffer<ArrayBuffer>) {
  const response = await fetch(`${server.url}/v2/rooms${path}`, {
    method,
    headers: { Authorization: `Bearer ${server.secretKey}` },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === "" ? {} : JSON.parse(text)) as { uploadId?: string; url?: string };
}

/** Uploads one file, in one call or in parts. Returns only acknowledged files. */
async function uploadOne(
  server: ServerProcess,
  id: string,
  pieces: readonly Buffer<ArrayBuffer>[],
): Promise<Acknowledged> {
  const path = `/${room}/storage/files/${id}`;
  if (pieces.length === 1) await call(server, "PUT", `${path}/upload/a.bin`, pieces[0]);
  else {
    // With its size: an upload of unknown size reserves the largest that a file may have until it is complete.
    const fileSize = pieces.reduce((sum, { length }) => sum + length, 0);
    const { uploadId = "" } = await call(server, "POST", `${path}/multipart/a.bin?fileSize=${fileSize}`);
    const parts = await Promise.all(
      pieces.map((piece, n) => call(server, "PUT", `${path}/multipart/${uploadId}/${n + 1}`, piece)),
    );
    await call(server, "POST", `${path}/multipart/${uploadId}/complete`, JSON.stringify({ parts }));
  }
  return { id, sha256: sha256(Buffer.concat(pieces)) };
}

test("[FI2] [FI6] a file whose upload was acknowledged is whole after any crash, and a deleted room leaves no bytes", async () => {
  const random = freshRandom();
  await using data = await openTestData();
  const acknowledged: Acknowledged[] = [];
  let begun = 0;
  for (let round = 0; round < rounds; round++) {
    await using server = await spawnServer({ data });
    if (round === 0) await call(server, "POST", "", JSON.stringify({ id: room, defaultAccesses: [] }));
    const killAfter = acknowledged.length + random.between(5, 25);
    const killing = new AbortController();
    const upload = async (own: Random) => {
      while (!killing.signal.aborted) {
        const id = `fl_${String(begun++).padStart(21, "0")}`;
        const pieces = Array.from({ length: own.between(1, 3) }, () =>
          Buffer.alloc(own.between(1, 200_000), begun % 251),
        );
        try {
          acknowledged.push(await uploadOne(server, id, pieces));
        } catch (error) {
          if (!killing.signal.aborted) throw error;
        }
      }
    };
    const running = Promise.all(Array.from({ length: uploaders }, () => upload(random.fork())));
    await Promise.race([
      running,
      until("uploads to be acknowledged", () => acknowledged.length >= killAfter, { everyMs: 1 }),
    ]);
    killing.abort();
    await server.kill();
    await running;
  }
  await using server = await spawnServer({ data });
  for (const { id, sha256: expected } of acknowledged) {
    const { url = "" } = await call(server, "GET", `/${room}/storage/files/${id}`);
    const answer = await fetch(url);
    expect([id, answer.status, sha256(Buffer.from(await answer.arrayBuffer()))]).toEqual([id, 200, expected]);
  }
  await call(server, "DELETE", `/${room}`);
  await until("the bytes to be deleted", async () => (await filesIn(join(data.folder, "files"))).length === 0);
  report("files", {
    seed: random.seed,
    kills: rounds,
    "files acknowledged": acknowledged.length,
    "uploads begun": begun,
    lost: 0,
  });
});
