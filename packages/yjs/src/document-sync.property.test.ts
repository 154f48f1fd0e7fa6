import fc from "fast-check";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { afterMicrotasks, FakeServer } from "../suites/fake-room.ts";
import { piecesOf } from "./update-pieces.ts";
import { WeftYjsProvider } from "./provider.ts";

const seed = Number(process.env["WEFT_SEED"] ?? Date.now() % 2 ** 31);
const numRuns = Math.ceil(60 * Number(process.env["WEFT_RUNS"] ?? 1));

type Step =
  | { readonly kind: "insert" | "delete" | "set" | "nest"; readonly at: number; readonly by: number }
  | { readonly kind: "up" | "down"; readonly by: number; readonly count: number }
  | { readonly kind: "cut" | "back" | "task"; readonly by: number };

const by = fc.nat({ max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom("insert" as const, "delete" as const, "set" as const, "nest" as const),
      at: fc.nat({ max: 1_000 }),
      by,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constantFrom("up" as const, "down" as const), by, count: fc.nat({ max: 4 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("cut" as const, "back" as const, "task" as const), by }) },
);

test(`[YJ1] [YJ2] documents agree with the server after edits, delays and lost connections (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 120 }), fc.boolean(), async (steps, useV2) => {
      const server = new FakeServer();
      const clients = Array.from({ length: 3 }, (_, index) => {
        const room = server.open();
        const doc = new Y.Doc();
        const options = { useV2Encoding_experimental: useV2 && index > 0 };
        return { room, doc, provider: new WeftYjsProvider(room, doc, options) };
      });
      for (const each of steps) {
        const { room, doc } = clients[each.by]!;
        if (each.kind === "up") for (let n = 0; n < each.count; n++) room.deliverUp();
        else if (each.kind === "down") for (let n = 0; n < each.count; n++) room.deliverDown();
        else if (each.kind === "cut") room.cut();
        else if (each.kind === "back") {
          if (room.getStatus() !== "connected") room.connect();
        } else if (each.kind === "task") await afterMicrotasks();
        else if ("at" in each) edit(doc, each.kind, each.at);
      }
      await server.settle();
      const expected = Y.encodeSnapshot(Y.snapshot(server.doc()));
      for (const { doc, provider } of clients) {
        expect(Y.encodeSnapshot(Y.snapshot(doc))).toEqual(expected);
        expect(doc.getText("t").toJSON()).toBe(server.doc().getText("t").toJSON());
        expect(provider.getStatus()).toBe("synchronized");
        provider.destroy();
      }
    }),
    { seed, numRuns },
  );
});

function edit(doc: Y.Doc, kind: "insert" | "delete" | "set" | "nest", at: number): void {
  const text = doc.getText("t");
  if (kind === "insert") text.insert(at % (text.length + 1), `${at};`);
  else if (kind === "set") doc.getMap("m").set(`${at % 3}`, at);
  else if (kind === "nest") doc.getMap("m").set(`${at % 3}`, Y.Array.from([at]));
  else if (text.length > 0) text.delete(at % text.length, Math.min(2, text.length - (at % text.length)));
}

test(`[YJ7] pieces of an update say what it says, and wait for nothing (seed ${seed})`, () => {
  const edits = fc.array(
    fc.record({
      by,
      kind: fc.constantFrom("insert" as const, "delete" as const, "nest" as const),
      at: fc.nat({ max: 1_000 }),
      share: fc.boolean(),
    }),
    { minLength: 1, maxLength: 80 },
  );
  const clientIds = fc.shuffledSubarray([1, 2, 3], { minLength: 3 });
  fc.assert(
    fc.property(edits, fc.integer({ min: 1, max: 200 }), clientIds, (made, bytes, ids) => {
      // The order of clients in an update is that of their ids.
      const docs = ids.map((clientID) => Object.assign(new Y.Doc(), { clientID }));
      for (const { by: author, kind, at, share } of made) {
        edit(docs[author]!, kind, at);
        if (share) for (const doc of docs) Y.applyUpdate(doc, Y.encodeStateAsUpdate(docs[author]!));
      }
      for (const doc of docs) Y.applyUpdate(docs[0]!, Y.encodeStateAsUpdate(doc));
      const built = new Y.Doc();
      for (const piece of piecesOf(Y.encodeStateAsUpdate(docs[0]!), bytes)) {
        Y.applyUpdate(built, piece);
        expect(built.store.pendingStructs).toBeNull();
      }
      expect(Y.encodeSnapshot(Y.snapshot(built))).toEqual(Y.encodeSnapshot(Y.snapshot(docs[0]!)));
      expect(built.getText("t").toJSON()).toBe(docs[0]!.getText("t").toJSON());
    }),
    { seed, numRuns: numRuns * 2 },
  );
});
