import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import * as bombs from "./bombs.ts";
import type { UpdateBounds } from "./reader.ts";
import { readStateVector, readUpdate } from "./reader.ts";

const bounds: UpdateBounds = {
  structs: 200_000,
  clients: 1_000,
  deletes: 200_000,
  run: 10_000_000,
  gap: 1_000_000,
  depth: 256,
};

describe("the reader", () => {
  test.each([
    ["a count of billions in 22 bytes", bombs.hugeCount, true],
    ["a run without end in 28 bytes", bombs.endlessRun, true],
    ["40,000 invented clients", bombs.inventedClients(40_000), false],
    ["JSON that is 100,000 levels deep", bombs.deepEmbed(100_000), false],
    ["text that hangs on itself", bombs.selfReference(3), false],
    ["a skip of a billion ticks", Y.mergeUpdates([bombs.textOf(1, 0, "a"), bombs.textOf(1, 1e9, "b")]), false],
    ["a struct of a billion ticks", bombs.movedClock(1, 0, 1e9), false],
  ] as const)("[DC2] refuses %s", (_, update, v2) => {
    const reading = readUpdate(update, v2, bounds);
    expect(reading.kind).toBe("refused");
    expect(reading.steps).toBeLessThanOrEqual(bounds.structs + 1);
  });

  test("[DC2] counts what few bytes stand for, and stops at the bound", () => {
    const dense = bombs.dense(100_000);
    expect(dense.length).toBeLessThan(500);
    expect(readUpdate(dense, true, bounds)).toMatchObject({ kind: "ok", structs: 100_000 });
    const reading = readUpdate(dense, true, { ...bounds, structs: 1_000 });
    expect(reading).toMatchObject({ kind: "refused", excessive: true, steps: 1_001 });
  });

  test("[DC3] refuses input that goes on after its end, and input that ends before", () => {
    const update = bombs.textOf(1, 0, "text");
    expect(readUpdate(update, false, bounds).kind).toBe("ok");
    expect(readUpdate(Uint8Array.from([...update, 0]), false, bounds)).toMatchObject({ excessive: false });
    for (let length = 0; length < update.length; length++)
      expect(readUpdate(update.subarray(0, length), false, bounds).kind).toBe("refused");
  });

  test("[DC3] looks no further than the update when it lies within a larger buffer", () => {
    const around = new Uint8Array(100).fill(1);
    around.set([1, 1, 5, 0, 4, 1, 90], 10);
    expect(readUpdate(around.subarray(10, 17), false, bounds).kind).toBe("refused");
  });

  test.each([
    ["an update without content", Uint8Array.of(0, 0), false],
    ["its V2 form", Y.encodeStateAsUpdateV2(new Y.Doc()), true],
  ] as const)("[DC1] finds %s empty", (_, update, v2) => {
    expect(readUpdate(update, v2, bounds)).toMatchObject({ kind: "ok", isEmpty: true });
  });

  test("[DC3] answers a hostile state vector by a value", () => {
    expect(readStateVector(new Uint8Array(), 5)).toEqual({ kind: "ok", clocks: new Map() });
    expect(readStateVector(Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x0f), 100_000).kind).toBe("refused");
    expect(readStateVector(Uint8Array.of(3, 1, 1), 100_000).kind).toBe("refused");
    expect(readStateVector(Uint8Array.of(1, 1, 1, 0), 100_000).kind).toBe("refused");
  });
});
