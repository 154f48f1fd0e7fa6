import { setTimeout as after } from "node:timers/promises";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { applyUpdate } from "./support/document-ledger.ts";
import type { MortalServer } from "./support/mortal-server.ts";
import { openMortalServer } from "./support/mortal-server.ts";
import type { RawClient } from "./support/raw-client.ts";
import { openRawClient } from "./support/raw-client.ts";
import { openRawDocument } from "./support/raw-document.ts";
import type { Random } from "./support/random.ts";
import { freshRandom, times } from "./support/random.ts";
import { report } from "./support/report.ts";
import { queryRows } from "./support/rows.ts";
import { createRoom, live, metric, readDocument, readStorage } from "./support/rest.ts";
import { servedRows, storedRows } from "./support/stored-documents.ts";
import type { StoredRow } from "./support/stored-documents.ts";
import { until } from "./support/until.ts";

/** Updates after which a log is merged here. */
const logUpdates = 20;
const limits = { documentLogUpdates: logUpdates };

const sizeOf = (rows: readonly StoredRow[]) => rows.reduce((sum, { update }) => sum + update.length, 0);

/** Types or erases somewhere. */
function edit(document: Y.Doc, random: Random, n: number): void {
  const text = document.getText("text");
  const at = random.between(0, text.length);
  if (random.chance(0.25) && text.length > 12) text.delete(at > 8 ? at - 8 : 0, random.between(1, 8));
  else text.insert(at, `${n} `, random.chance(0.2) ? { bold: true } : {});
}

test("[R20] documents that are merged under edits, with kills, keep their content and are as small as a fresh encoding", async () => {
  const random = freshRandom();
  await using server = await openMortalServer(() => ({ limits }));
  const documents = await Promise.all(
    Array.from({ length: times(20) }, async (_, index) => {
      const room = `document ${index}`;
      await createRoom(server, room);
      return { room, v2: index % 2 === 1, document: new Y.Doc(), edits: 0 };
    }),
  );
  const work = async (one: (typeof documents)[number], own: Random, count: number): Promise<void> => {
    let client: RawClient | undefined;
    try {
      client = await openRawClient({ ...server, room: one.room });
      const opened = await openRawDocument(client, { v2: one.v2, document: one.document });
      for (let n = 0; n < count; n++) await opened.change((document) => edit(document, own, one.edits++));
    } finally {
      client?.[Symbol.dispose]();
    }
  };
  const kills = 4;
  for (let kill = 1; kill <= kills; kill++) {
    // Their work ends with the server. On the next server, they continue from the documents that they have.
    const working = Promise.allSettled(documents.map((one) => work(one, random.fork(), 1_000)));
    await after(random.between(300, 1_200));
    await server.process.kill();
    await working;
    await server.restart();
  }
  let merged = 0;
  let largest = 0;
  for (const one of documents) {
    const where = `seed ${random.seed}, ${one.room}`;
    using client = await openRawClient({ ...server, room: one.room });
    const opened = await openRawDocument(client, { v2: one.v2, document: one.document });
    // One at a time until the log is too long, and nothing more: what is merged then is all there is.
    const own = random.fork();
    const rowsOf = async () => (await servedRows(server.data)).filter(({ room }) => room === one.room);
    let rows = await rowsOf();
    for (let n = 0; rows.length <= logUpdates + 1; n++) {
      expect(n, `${where}: edits without a row`).toBeLessThan(10 * logUpdates);
      await opened.change((document) => edit(document, own, one.edits++));
      rows = await rowsOf();
      if (rows.length === 1) break;
    }
    rows = await until(`${one.room} is merged`, async () => {
      const left = await rowsOf();
      return left.length === 1 && left;
    });
    if (rows[0]!.id > logUpdates) merged++;
    const stored = new Y.Doc();
    for (const { update, v2 } of rows) applyUpdate(stored, update, v2);
    expect(Y.equalSnapshots(Y.snapshot(stored), Y.snapshot(one.document)), where).toBe(true);
    expect(stored.getText("text").toDelta(), where).toEqual(one.document.getText("text").toDelta());
    const ratio = sizeOf(rows) / Y.encodeStateAsUpdate(stored).length;
    largest = Math.max(largest, ratio);
    expect(ratio, where).toBeLessThanOrEqual(1.1);
  }
  expect(await server.process.stop()).toBe(0);
  await server.restart();
  for (const { room, document } of documents) {
    const loaded = new Y.Doc();
    Y.applyUpdate(loaded, await readDocument(server, room));
    expect(Y.equalSnapshots(Y.snapshot(loaded), Y.snapshot(document)), `seed ${random.seed}, ${room}`).toBe(true);
  }
  report("R20", {
    seed: random.seed,
    documents: documents.length,
    kills,
    edits: documents.reduce((sum, { edits }) => sum + edits, 0),
    merged,
    "largest of fresh": largest,
  });
}, 300_000);

test("[R16] a row of a document that was damaged is left out, counted and kept; all else opens", async () => {
  await using server = await openMortalServer(() => ({ limits }));
  await createRoom(server, "r", { storage: live.object({ still: "here" }) });
  await createRoom(server, "elsewhere");
  /** Each line is typed by a different client, so that no line depends on another. */
  const type = async (line: string, place: { readonly room: string; readonly guid?: string } = { room: "r" }) => {
    using client = await openRawClient({ ...server, ...place });
    const opened = await openRawDocument(client, place);
    await opened.change((document) => document.getMap("lines").set(line, true));
  };
  for (const line of ["one", "two", "three"]) await type(line);
  await type("beside", { room: "r", guid: "beside" });
  await type("elsewhere", { room: "elsewhere" });
  expect(await server.process.stop()).toBe(0);

  const root = (rows: readonly StoredRow[]) => rows.filter(({ room, guid }) => room === "r" && guid === "");
  const damaged = root(await storedRows(server.data))[1]!;
  await damage(server, damaged);
  await server.restart();
  const lines = async (room: string, guid?: string) => {
    const document = new Y.Doc();
    Y.applyUpdate(document, await readDocument(server, room, guid));
    return [...document.getMap("lines").keys()].toSorted();
  };
  const left = async () => {
    expect(await lines("r", "beside")).toEqual(["beside"]);
    expect(await lines("elsewhere")).toEqual(["elsewhere"]);
    expect(await readStorage(server, "r")).toEqual({ still: "here" });
    expect(await metric(server, "weft_documents_broken_total")).toBe(1);
  };
  expect(await lines("r")).toEqual(["one", "three"]);
  await left();
  expect(server.process.errors).toContain(`Row ${damaged.id} cannot be read`);

  // Merging leaves the damaged row in place, so that an operator can repair it.
  const later = Array.from({ length: logUpdates + 1 }, (_, n) => `${n}`);
  for (const line of later) await type(line);
  await until("the document is merged", async () => root(await servedRows(server.data)).length < logUpdates);
  const kept = root(await servedRows(server.data)).find(({ id }) => id === damaged.id);
  expect(Buffer.from(kept!.update)).toEqual(damagedBytes(damaged));
  expect(await server.process.stop()).toBe(0);
  await server.restart();
  expect(await lines("r")).toEqual(["one", "three", ...later].toSorted());
  await left();

  // After the repair, it is part of the document again.
  expect(await server.process.stop()).toBe(0);
  await write(server, damaged, damaged.update);
  await server.restart();
  expect(await lines("r")).toEqual(["one", "three", "two", ...later].toSorted());
  report("R16", { "rows damaged": 1, "lines left": later.length + 2, "lines after the mend": later.length + 3 });
});

/** Claims far more structs than there are bytes. */
const damagedBytes = ({ update }: StoredRow) => Buffer.concat([Buffer.of(1, 255, 255, 3), update.subarray(4)]);

async function damage(server: MortalServer, row: StoredRow): Promise<void> {
  await write(server, row, damagedBytes(row));
}

async function write(server: MortalServer, { room, guid, id }: StoredRow, bytes: Uint8Array): Promise<void> {
  const changed = await queryRows(
    server.data,
    `update document_rows set update_bytes = $1
     where guid = $2 and id = $3 and room_key in (select key from rooms where id = $4) returning id`,
    [bytes, guid, id, room],
  );
  expect(changed).toHaveLength(1);
}
