import { createHash } from "node:crypto";
import { limits } from "@weft/protocol";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import { edit, play, runs } from "./arbitraries.ts";
import { loadDocument } from "./worker-document.ts";
import type { DocumentRow } from "@weft/room/ports";

const ignore = () => {};
const load = (rows: readonly DocumentRow[]) => loadDocument({ rows, claims: [], limits, step: ignore });
const from = { actor: 1, user: "ada", readOnly: false };
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("base64");

/** An order of updates in which some come late, some twice and some in V2. */
function shuffled(history: Parameters<typeof play>[0], seed: number) {
  const { v1, v2 } = play(history);
  const updates = v1.map((update, index) =>
    (seed >> (index % 29)) & 1 ? { update: v2[index]!, v2: true } : { update, v2: false },
  );
  for (let at = 0; at + 1 < updates.length; at++)
    if ((seed >> (at % 23)) & 2) [updates[at], updates[at + 1]] = [updates[at + 1]!, updates[at]!];
  return [...updates, ...updates.slice(0, seed % 5)];
}

describe("a held document", () => {
  test("[DC10] [DC12] [DC13] [DC14] agrees with Yjs, whatever comes in whatever batches", () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 50 }), fc.nat(), (history, seed) => {
        const updates = shuffled(history, seed);
        const { document: held } = load([]);
        const expected = new Y.Doc();
        for (let at = 0; at < updates.length;) {
          const batch = updates.slice(at, (at += 1 + (seed % 4)));
          const outcomes = held.apply(
            batch.map((update) => ({ ...update, from })),
            ignore,
          );
          expect(outcomes.map(({ kind }) => kind)).not.toContain("refused");
          expect(outcomes).toHaveLength(batch.length);
          for (const { update, v2 } of batch) (v2 ? Y.applyUpdateV2 : Y.applyUpdate)(expected, update);
          const snapshot = Y.snapshot(expected);
          expect(held.hash(false)).toBe(sha256(Y.encodeSnapshot(snapshot)));
          expect(held.hash(true)).toBe(sha256(Y.encodeSnapshotV2(snapshot)));
        }
        const other = play(history.slice(0, history.length / 2)).replicas[0]!;
        for (const v2 of [false, true]) {
          const copy = new Y.Doc();
          Y.applyUpdate(copy, Y.encodeStateAsUpdate(other));
          const { update, stateVector } = held.diff(Y.encodeStateVector(copy), v2)!;
          expect(stateVector).toEqual(Y.encodeStateVector(expected));
          (v2 ? Y.applyUpdateV2 : Y.applyUpdate)(copy, update);
          Y.applyUpdate(expected, Y.encodeStateAsUpdate(other));
          expect(copy.toJSON()).toEqual(expected.toJSON());
        }
      }),
      runs(120),
    );
  });

  test("[DC14] merges into a state that says the same, of the size of a fresh one", () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 60 }), fc.nat(), (history, seed) => {
        const updates = shuffled(history, seed).slice(seed % 3);
        const rows = updates.map((update, id) => ({ id, ...update }));
        const { document: held, quarantined } = load(rows);
        expect(quarantined).toEqual([]);
        const state = held.merged()!;
        const again = load([{ id: 1, update: state, v2: false }]).document;
        expect(again.hash(false)).toBe(held.hash(false));
        expect(again.merged()!.length).toBeLessThanOrEqual(1.1 * state.length + 16);
        // What waited still waits: the rest completes both alike.
        const rest = play(history).v1.map((update) => ({ update, v2: false, from }));
        held.apply(rest, ignore);
        again.apply(rest, ignore);
        expect(again.hash(true)).toBe(held.hash(true));
        expect(JSON.parse(again.json({}))).toEqual(JSON.parse(held.json({})));
      }),
      runs(120),
    );
  });

  test("[DC10] is made again from the updates that it accepted", () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 50 }), fc.nat(), (history, seed) => {
        const updates = shuffled(history, seed).slice(seed % 3);
        const { document: held } = load([]);
        const taken = held.apply(
          updates.map((update) => ({ ...update, from })),
          ignore,
        );
        const rows = updates.map((update, id) => ({ id, ...update })).filter((_, id) => taken[id]!.kind === "accepted");
        const { document: again } = load(rows);
        const rest = play(history).v1.map((update) => ({ update, v2: false, from }));
        for (const late of [[], rest]) {
          held.apply(late, ignore);
          again.apply(late, ignore);
          expect(again.hash(false)).toBe(held.hash(false));
          expect(again.diff(new Uint8Array(), true)!.stateVector).toEqual(
            held.diff(new Uint8Array(), true)!.stateVector,
          );
          expect(JSON.parse(again.json({}))).toEqual(JSON.parse(held.json({})));
        }
      }),
      runs(120),
    );
  });

  test("[DC11] finds nothing new in what it has", () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 40 }), fc.nat(), (history, seed) => {
        const updates = shuffled(history, seed).map((update) => ({ ...update, from }));
        const { document: held } = load([]);
        held.apply(updates, ignore);
        const hash = held.hash(false);
        for (const { kind } of held.apply(updates, ignore)) expect(kind).toBe("unchanged");
        expect(held.hash(false)).toBe(hash);
      }),
      runs(80),
    );
  });
});
