import type { Stepwise } from "@weft/crdt";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseInSteps } from "./json-in-steps.ts";

type Outcome = { readonly value: unknown; readonly order: string } | "refused";

function outcomeOf(parse: () => unknown): Outcome {
  try {
    const value = parse();
    // The order of keys counts, too, and a key `__proto__` is as any other.
    return { value, order: JSON.stringify(value) };
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return "refused";
  }
}

function run(work: Stepwise<unknown>): { readonly steps: number; readonly value: unknown } {
  for (let steps = 1; ; steps++) {
    const { done, value } = work.next();
    if (done === true) return { steps, value };
  }
}

const inSteps = (bytes: Buffer) => outcomeOf(() => run(parseInSteps(bytes)).value);
const atOnce = (bytes: Buffer) => outcomeOf(() => JSON.parse(bytes.toString("utf8")));

/** Large enough that it is cut, wherever it stands. */
const filler = "x".repeat(40_000);
const key = fc.oneof(fc.constantFrom("a", "b", "1", "0", "__proto__", 'q"\\', ""), fc.string());
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthIdentifier: "tree" },
    fc.constantFrom(filler, `${filler}"\\[{,`, 1, null, "é\ud83d\ude00", true, [], {}),
    fc.array(tie("tree"), { maxLength: 5 }),
    fc
      .array(fc.tuple(key, tie("tree")), { maxLength: 5 })
      .map((entries) => ({ entries, toJSON: () => Object.fromEntries(entries) })),
  ),
}));
const blank = fc.constantFrom("", " ", "\n\t ", "  ".repeat(40_000));
const text = fc
  .tuple(tree, fc.constantFrom(0, 1), blank, blank)
  .map(([value, indent, before, after]) => before + JSON.stringify([value, filler, filler], null, indent) + after);

test("[HE15] a large text has the value that it has for `JSON.parse`", () => {
  fc.assert(
    fc.property(text, (json) => {
      const bytes = Buffer.from(json);
      expect(inSteps(bytes)).toEqual(atOnce(bytes));
    }),
    { numRuns: 150 },
  );
});

/** Pieces of JSON, put together by chance: some of it is JSON, most is not. */
const token = fc.constantFrom(
  "[",
  "]",
  "{",
  "}",
  ",",
  ":",
  '"',
  "\\",
  "1",
  '"a"',
  '"b":',
  "null",
  " ",
  "\u00ff",
  "-",
  "[]",
);
const broken = fc.tuple(text, fc.nat(), token, fc.constantFrom(0, 1));

test("[HE15] a large text with a fault is refused exactly when `JSON.parse` refuses it", () => {
  let refused = 0;
  fc.assert(
    fc.property(broken, ([json, at, inserted, removed]) => {
      const from = at % json.length;
      const bytes = Buffer.from(json.slice(0, from) + inserted + json.slice(from + removed));
      const expected = atOnce(bytes);
      if (expected === "refused") refused++;
      expect(inSteps(bytes)).toEqual(expected);
    }),
    { numRuns: 300 },
  );
  expect(refused).toBeGreaterThan(10);
});

const big = `[${"1,".repeat(40_000)}1]`;

test.for([
  `[${big}`,
  `${big}]`,
  `${big}${big}`,
  `${big},`,
  `${big},${big}`,
  `[${big},]`,
  `[,${big}]`,
  `[${big}${big}]`,
  `[1${big}]`,
  `["a"${big}]`,
  `{"a":1${big}}`,
  `{"a"${big}}`,
  `{${big}}`,
  `{"a":${big},}`,
  `{"a":${big}"b":1}`,
  `{"a":${big}1}`,
  `{"a":${big},"b"}`,
  `[${big.slice(0, -1)}}`,
  `{"a":${big.slice(0, -1)}}}`,
  `${big} x`,
  `x ${big}`,
  `[${" ".repeat(8e4)},1]`,
  `[1,${" ".repeat(8e4)}]`,
  `{${" ".repeat(8e4)},"a":1}`,
  `\ufeff${big}`,
  `"${filler}${filler}`,
  `[${big},"${filler}${filler}]`,
  `\\${big}`,
  `[\\"${filler}${filler}"]`,
  `[${big}, 01]`,
])("what is no JSON is refused: %#", (json) => {
  const bytes = Buffer.from(json);
  expect([atOnce(bytes), inSteps(bytes)]).toEqual(["refused", "refused"]);
});

test.for([
  big,
  ` ${big} `,
  `[${" ".repeat(8e4)}]`,
  `{${"\n".repeat(8e4)}}`,
  `"${filler}${filler}"`,
  `[${big},${big}]`,
  `{"a":${big},"b":1,"a":2}`,
  `{"a":2,"b":1,"a":${big}}`,
  `{"b":${big},"2":${big},"1":1}`,
  `{"__proto__":${big}}`,
  `{"x":1,"__proto__":{"y":2},"z":${big}}`,
  `[[${big}],{"a":{"b":${big}}}]`,
  "",
  "1",
  "[]",
  `[${big},"\\"]"]`,
])("a large text is read as by `JSON.parse`: %#", (json) => {
  const bytes = Buffer.from(json);
  expect(inSteps(bytes)).toEqual(atOnce(bytes));
});

test("bytes that are no UTF-8 are read as they are in one piece", () => {
  const bytes = Buffer.concat([
    Buffer.from(`["`),
    Buffer.from([0xe2, 0x82]),
    Buffer.from(`",${big},"`),
    Buffer.from([0xff]),
    Buffer.from(`"]`),
  ]);
  expect(inSteps(bytes)).toEqual(atOnce(bytes));
});

test.for<readonly [string, string]>([
  ["items", `[${"1,".repeat(1_000_000)}1]`],
  ["members", `{${Array.from({ length: 100_000 }, (_, at) => `"key ${at}":{"x":${at}}`).join()}}`],
  ["items deep down", `${'{"a":[0,'.repeat(30)}${"[1],".repeat(500_000)}1${"]}".repeat(30)}`],
])("[HE15] a step takes a piece of a large text: %s", ([, json]) => {
  const bytes = Buffer.from(json);
  const { steps, value } = run(parseInSteps(bytes));
  // Every piece is scanned and parsed.
  expect(steps).toBeGreaterThan(2 * Math.floor(bytes.length / 66_000));
  expect(value).toEqual(JSON.parse(json));
});
