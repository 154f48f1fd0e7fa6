import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import { edit, play, runs } from "./arbitraries.ts";
import type { UpdateBounds, UpdateFacts } from "./reader.ts";
import { readStateVector, readUpdate } from "./reader.ts";

const bounds: UpdateBounds = {
  structs: 200_000,
  clients: 1_000,
  deletes: 200_000,
  run: 10_000_000,
  gap: 1_000_000,
  depth: 256,
};

/** The facts as Yjs sees them. */
function decoded(update: Uint8Array, v2: boolean): Pick<UpdateFacts, "clients" | "deletes"> {
  const { structs, ds } = v2 ? Y.decodeUpdateV2(update) : Y.decodeUpdate(update);
  const clients = new Map<number, { client: number; clock: number; end: number; structs: number; skipped: number }>();
  for (const { id, length, ...struct } of structs.map((each) =>
    Object.assign(each, { skip: each instanceof Y.Skip }),
  )) {
    let own = clients.get(id.client);
    if (own === undefined)
      clients.set(id.client, (own = { client: id.client, clock: id.clock, end: id.clock, structs: 0, skipped: 0 }));
    own.end = id.clock + length;
    if (struct.skip) own.skipped += length;
    else own.structs++;
  }
  const deletes = [...ds.clients].flatMap(([client, items]) =>
    items.map(({ clock, len }) => ({ client, clock, length: len })),
  );
  return { clients: [...clients.values()], deletes };
}

function expectSameFacts(update: Uint8Array, v2: boolean): void {
  const reading = readUpdate(update, v2, bounds);
  if (reading.kind === "refused") throw new Error(`${reading.reason} (${Buffer.from(update).toString("hex")})`);
  const { clients, deletes } = decoded(update, v2);
  expect(reading.clients).toEqual(clients);
  expect(reading.deletes).toEqual(deletes);
  expect(reading.structs).toBe(clients.reduce((sum, { structs }) => sum + structs, 0));
  expect(reading.isEmpty).toBe(reading.structs === 0 && deletes.length === 0);
  const meta = v2 ? Y.parseUpdateMetaV2(update) : Y.parseUpdateMeta(update);
  expect(new Map(reading.clients.map(({ client, clock }) => [client, clock]))).toEqual(meta.from);
  expect(new Map(reading.clients.map(({ client, end }) => [client, end]))).toEqual(meta.to);
}

/** Whatever Yjs makes of a history: single updates, states, differences, merges with holes in them. */
function encodings(history: Parameters<typeof play>[0], seed: number): { update: Uint8Array; v2: boolean }[] {
  const { replicas, v1, v2 } = play(history);
  const some = <T>(from: readonly T[]) => from.filter((_, index) => (seed >> (index % 30)) % 2 === 0);
  const all = [
    ...v1.map((update) => ({ update, v2: false })),
    ...v2.map((update) => ({ update, v2: true })),
    ...replicas.flatMap((replica, index) => {
      const vector = Y.encodeStateVector(replicas[(index + 1) % 3]!);
      return [undefined, vector].flatMap((known) => [
        { update: Y.encodeStateAsUpdate(replica, known), v2: false },
        { update: Y.encodeStateAsUpdateV2(replica, known), v2: true },
      ]);
    }),
  ];
  if (some(v1).length > 0) all.push({ update: Y.mergeUpdates(some(v1)), v2: false });
  if (some(v2).length > 0) all.push({ update: Y.mergeUpdatesV2(some(v2)), v2: true });
  // A document that lacks something keeps what waits for it, and hands it on.
  const lacking = new Y.Doc();
  for (const update of some(v1)) Y.applyUpdate(lacking, update);
  all.push({ update: Y.encodeStateAsUpdate(lacking), v2: false });
  all.push({ update: Y.encodeStateAsUpdateV2(lacking), v2: true });
  return all;
}

describe("the reader", () => {
  test("[DC1] accepts what Yjs writes, with the facts that Yjs reads", () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 60 }), fc.nat(), (history, seed) => {
        for (const { update, v2 } of encodings(history, seed)) expectSameFacts(update, v2);
      }),
      runs(150),
    );
  });

  test("[DC1] reads state vectors as Yjs does", () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (history) => {
        for (const replica of play(history).replicas) {
          const vector = Y.encodeStateVector(replica);
          expect(readStateVector(vector, 3)).toEqual({ kind: "ok", clocks: Y.decodeStateVector(vector) });
        }
      }),
      runs(50),
    );
  });

  test("[DC3] answers mutated and cut input by a value, in work that input and bounds allow, and what passes is applied", () => {
    const tight: UpdateBounds = { structs: 500, clients: 20, deletes: 500, run: 1_000, gap: 1_000, depth: 8 };
    const mutation = fc.record({ at: fc.nat(), by: fc.nat(255), kind: fc.nat(3) });
    let passed = 0;
    fc.assert(
      fc.property(
        fc.array(edit, { minLength: 1, maxLength: 25 }),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        (history, mutations, seed) => {
          for (const { update, v2 } of encodings(history, seed)) {
            let bytes = [...update];
            for (const { at, by, kind } of mutations) {
              const place = at % (bytes.length + 1);
              if (kind === 0) bytes = bytes.slice(0, place);
              else bytes.splice(place, kind === 1 ? 1 : 0, by);
            }
            const hostile = Uint8Array.from(bytes);
            for (const encoding of [v2, !v2]) {
              const reading = readUpdate(hostile, encoding, tight);
              expect(reading.steps).toBeLessThanOrEqual(3 * tight.structs + tight.deletes + hostile.length + 1);
              if (reading.kind === "refused") continue;
              passed++;
              const document = new Y.Doc();
              if (encoding) Y.applyUpdateV2(document, hostile);
              else Y.applyUpdate(document, hostile);
              expect(readStateVector(Y.encodeStateVector(document), 100).kind).toBe("ok");
            }
            expect(["ok", "refused"]).toContain(readStateVector(hostile, 100).kind);
          }
        },
      ),
      runs(150),
    );
    expect(passed).toBeGreaterThan(0);
  });
});
