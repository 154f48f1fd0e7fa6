import fc from "fast-check";
import { expect, test } from "vitest";
import { commentIdOf, threadIdOf } from "./sample-threads.ts";

const address = fc.tuple(fc.string({ maxLength: 60 }), fc.nat({ max: 200 }));

test("ids have the shape of those that clients make, and the same room and number have the same id", () => {
  fc.assert(
    fc.property(address, ([room, index]) => {
      const id = threadIdOf(room, index);
      expect(id).toMatch(/^th_[a-z0-9]{21}$/);
      expect(threadIdOf(room, index)).toBe(id);
      expect(commentIdOf(id, index)).toMatch(/^cm_[a-z0-9]{21}$/);
    }),
  );
});

test("other rooms and numbers have other ids", () => {
  fc.assert(
    fc.property(address, address, (one, other) => {
      fc.pre(one.join(" ") !== other.join(" "));
      expect(threadIdOf(...one)).not.toBe(threadIdOf(...other));
    }),
  );
});
