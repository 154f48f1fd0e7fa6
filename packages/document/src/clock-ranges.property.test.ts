import * as fc from "fast-check";
import * as encoding from "lib0/encoding";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { runs } from "./arbitraries.ts";
import { ClockRanges } from "./clock-ranges.ts";

test("[DC12] many ranges are encoded as Yjs does, after any change among them", () => {
  const change = fc.record({ from: fc.nat(9_000), length: fc.constantFrom(1, 1, 1, 40) });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      const kept = new ClockRanges();
      for (let clock = 0; clock < 9_000; clock += 3) kept.add(clock, clock + 1);
      for (const { from, length } of changes) {
        kept.add(from, from + length);
        for (const v2 of [false, true]) {
          const encoder = v2 ? new Y.UpdateEncoderV2() : new Y.UpdateEncoderV1();
          const { clocks } = kept;
          encoding.writeVarUint(encoder.restEncoder, clocks.length / 2);
          for (let at = 0; at < clocks.length; at += 2) {
            encoder.writeDsClock(clocks[at]!);
            encoder.writeDsLen(clocks[at + 1]! - clocks[at]!);
          }
          expect(Buffer.concat([...kept.encode(v2)])).toEqual(Buffer.from(encoding.toUint8Array(encoder.restEncoder)));
        }
      }
    }),
    runs(30),
  );
});

test("[DC12] ranges of clocks stay ascending, apart and complete", () => {
  const range = fc.oneof(
    fc.record({ from: fc.nat(40), length: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ from: fc.nat(6_000), length: fc.constantFrom(1, 2, 500) }),
  );
  fc.assert(
    fc.property(fc.array(range, { maxLength: 20, size: "max" }), (added) => {
      const kept = new ClockRanges();
      const clocks = new Set<number>();
      for (const { from, length } of added) {
        kept.add(from, from + length);
        for (let clock = from; clock < from + length; clock++) clocks.add(clock);
      }
      const ranges = kept.clocks;
      expect(ranges.every((clock, index) => index === 0 || clock > ranges[index - 1]!)).toBe(true);
      const covered = ranges.flatMap((from, index) =>
        index % 2 === 0 ? Array.from({ length: ranges[index + 1]! - from }, (_, offset) => from + offset) : [],
      );
      expect(covered).toEqual([...clocks].sort((a, b) => a - b));
    }),
    runs(300),
  );
});
