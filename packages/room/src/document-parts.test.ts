import { expect, test } from "vitest";
import { createManualClock } from "../suites/fakes.ts";
import { createPartSize } from "./document-parts.ts";
import type { Documents, UpdatePiece } from "./document-ports.ts";
import { createRoomDocuments } from "./documents.ts";
import type { Send } from "./room.ts";

/** Base64 in a frame. */
const onWire = (bytes: number) => (bytes * 4) / 3;

test("[RD18] on networks of any speed, no part takes longer than a client waits, and fast ones take few parts", () => {
  for (const [bytesPerSecond, roundTripMs, bytes] of [
    [30_000, 300, 1_120_000],
    [40_000, 100, 8_000_000],
    [1_250_000, 50, 8_000_000],
    [100_000_000, 1, 20_000_000],
  ] as const) {
    const size = createPartSize();
    let parts = 0;
    for (let left: number = bytes; left > 0; parts++) {
      const part = Math.min(size.bytes, left);
      const ms = roundTripMs + (1_000 * onWire(part)) / bytesPerSecond;
      expect(ms, `${bytesPerSecond} bytes a second`).toBeLessThan(1_900);
      size.took(part, ms);
      left -= part;
    }
    if (bytesPerSecond > 10_000_000) expect(parts).toBeLessThanOrEqual(5);
  }
});

/** Documents whose only one is a large one, in pieces of 16 KiB. */
function world() {
  const clock = createManualClock();
  const pieceBytes = 16 * 1_024;
  const count = 10;
  const piece = (index: number): UpdatePiece => ({
    client: 7,
    clock: index,
    structs: 1,
    prefix: new Uint8Array(),
    start: index * pieceBytes,
    end: (index + 1) * pieceBytes,
  });
  const diff = {
    kind: "diff",
    update: Buffer.alloc(count * pieceBytes + 1),
    stateVector: Buffer.from("vector"),
    hash: "then",
    pieces: {
      head: [piece(0)],
      body: Array.from({ length: count - 1 }, (_, index) => piece(index + 1)),
      deletesAt: count * pieceBytes,
    },
  } as const;
  const document = {
    quarantined: [],
    compactionDue: false,
    diff: async () => diff,
    hash: async () => ({ kind: "hash", hash: "now" }),
    left() {},
    committed() {},
    close() {},
  };
  const sends: Extract<Send, { part: unknown }>[] = [];
  const gone = new Set<number>();
  const room = createRoomDocuments({
    documents: { open: async () => ({ kind: "opened", document }) } as unknown as Documents,
    load: async () => [],
    decided: (outcome) => {
      for (const send of outcome.sends) if ("part" in send) sends.push(send);
    },
    expel() {},
    connected: (actor) => !gone.has(actor),
    isDiskFull: () => false,
    broken(cause) {
      throw cause;
    },
    events: { updateRefused() {}, documentBroken() {} },
    open: 10,
    waiting: 10,
    clock,
    windowMs: 0,
  });
  /** The client receives the newest part after this time. */
  const take = async (ms: number) => {
    await clock.advance(ms);
    sends.at(-1)!.taken();
    await clock.advance(0);
  };
  const messages = () => sends.map(({ to, part }): Record<string, unknown> => ({ to, ...part }));
  return { room, clock, sends, gone, take, messages };
}

test("[RD18] a part follows when the one before has arrived, larger on a fast network, and the last one is the answer", async () => {
  const { room, clock, take, messages } = world();
  room.fetch(3, { type: 300, vector: "", guid: "g", v2: true });
  await clock.advance(0);
  await clock.advance(10_000);
  expect(messages()).toMatchObject([{ to: 3, guid: "g", v2: false, isSync: false, stateVector: null }]);
  await take(1_000);
  await take(10);
  await take(1);
  const sizes = messages().map(({ update }) => Math.round(Buffer.from(String(update), "base64").length / 16_384));
  expect(sizes).toEqual([2, 2, 5, 1]);
  expect(messages().at(-1)).toMatchObject({
    guid: "g",
    v2: false,
    isSync: true,
    stateVector: Buffer.from("vector").toString("base64"),
    remoteSnapshotHash: "now",
  });
  expect(room.busy).toBe(false);
});

test("[RD18] nothing more is sent to a connection that left, and one that asks again is answered from the beginning", async () => {
  const { room, clock, gone, sends, take } = world();
  room.fetch(3, { type: 300, vector: "" });
  room.fetch(4, { type: 300, vector: "" });
  await clock.advance(0);
  expect(sends.map(({ to }) => to)).toEqual([3, 4]);
  gone.add(3);
  room.left(3);
  room.fetch(4, { type: 300, vector: "" });
  await clock.advance(0);
  expect(sends.map(({ to }) => to)).toEqual([3, 4, 4]);
  // What the earlier parts are answered with continues nothing.
  sends[0]!.taken();
  sends[1]!.taken();
  await clock.advance(0);
  expect(sends).toHaveLength(3);
  for (let part = 0; part < 3; part++) await take(1);
  expect(room.busy).toBe(false);
  room.close();
});
