import { expect, test } from "vitest";
import { filterOf } from "./filter.ts";

test("[ND3] a filter is written from an object: all kinds of tests, and quotes in keys and values", () => {
  expect(
    filterOf({
      roomId: { startsWith: "docs:" },
      resolved: false,
      metadata: {
        keys: {
          color: "red",
          [`it's "odd" \\`]: `it's "quoted"`,
          n: 5,
          gone: null,
          title: { startsWith: "A" },
          size: { gte: 1, lt: 2.5 },
          absent: undefined,
        },
      },
      visibility: undefined,
    }),
  ).toBe(
    String.raw`roomId^"docs:" resolved:false metadata["color"]:"red" metadata["it's \"odd\" \\"]:"it's \"quoted\"" ` +
      `metadata["n"]:5 metadata["gone"]:null metadata["title"]^"A" metadata["size"]<2.5 metadata["size"]>=1`,
  );
});

test("[ND3] a filter that is text stays as it is, and one without conditions is none", () => {
  expect(filterOf(`roomId:"a"`)).toBe(`roomId:"a"`);
  expect(filterOf(undefined)).toBeUndefined();
  expect(filterOf({ roomId: undefined, metadata: { keys: {} } })).toBeUndefined();
});

test("[ND3] numbers have no exponents, which the language does not know", () => {
  expect(filterOf({ n: { gt: 1e21, lte: 1e-7 } })).toBe(
    "n>1000000000000000000000 n<=0.0000001".split(" ").toSorted().toReversed().join(" "),
  );
});
