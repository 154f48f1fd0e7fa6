import { limits, ProjectId, WeftError } from "@weft/protocol";
import type { RoomId } from "@weft/protocol";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createMemoryRoomRecords } from "../../suites/memory-room-records.ts";
import { propertyOptions } from "../../suites/property-options.ts";
import { parseQuery } from "./parser.ts";
import { readRoomQuery } from "../rooms/room-query.ts";

const project = ProjectId.parse("p");

/** Few and short, so that conditions often hold; the letters are those that quoting could stumble over. */
const letter = fc.constantFrom("a", "b", "'", '"', "\\", " ", "-", "*", "%", "_", "é", "😀", "\t", ")");
const word = fc.array(letter, { maxLength: 3 }).map((letters) => letters.join(""));
const key = fc.constantFrom("a", "b", "it's", 'q"', "__proto__", "constructor");

interface Asked {
  readonly field: "roomId" | "metadata";
  readonly key: string;
  readonly operator: ":" | "^";
  readonly value: string;
}
const asked: fc.Arbitrary<Asked> = fc
  .record({
    field: fc.constantFrom("roomId" as const, "metadata" as const),
    key,
    operator: fc.constantFrom(":" as const, "^" as const),
    value: word,
  })
  .map((one) => (one.field === "metadata" ? { ...one, operator: ":" as const } : one))
  .filter((one) => one.operator === ":" || one.value !== "");

/** The ways in which a caller may write the same thing. */
const style = fc.record({
  quote: fc.constantFrom("'" as const, '"' as const),
  unicode: fc.boolean(),
  blank: fc.constantFrom("", " ", "\n", " \t "),
  joint: fc.constantFrom(" ", " AND ", "\nand\t", "", "AND "),
});

const plainStyle = { quote: "'", unicode: false, blank: "", joint: " " } as const;

function written(text: string, quote: "'" | '"', unicode: boolean): string {
  if (unicode) {
    const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, "0"));
    return quote + units.map((hex) => `\\u${hex}`).join("") + quote;
  }
  return quote + text.replace(/[\\'"]/g, (one) => (one === "\\" || one === quote ? `\\${one}` : one)) + quote;
}

/** What the SDK does: escapes as in JSON, single quotes unless there is an apostrophe. */
function sdkWritten(text: string): string {
  const json = JSON.stringify(text);
  return text.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
}

const rooms = fc.uniqueArray(
  fc.record({
    id: fc
      .oneof(
        word,
        asked.map(({ value }) => `${value}x`),
      )
      .filter((id) => id !== ""),
    metadata: fc.uniqueArray(fc.tuple(key, fc.oneof(word, fc.array(word, { maxLength: 2 }))), {
      maxLength: 3,
      selector: ([name]) => name,
    }),
  }),
  { maxLength: 12, selector: (room) => room.id },
);

/** Conditions that one of the rooms meets, and a few that perhaps none does. */
const world = rooms.chain((given) => {
  const truths = given.flatMap(({ id, metadata }) => [
    [
      { field: "roomId" as const, key: "", operator: ":" as const, value: id },
      { field: "roomId" as const, key: "", operator: "^" as const, value: id.slice(0, Math.ceil(id.length / 2)) },
      ...metadata.flatMap(([name, value]) =>
        typeof value === "string" ? [{ field: "metadata" as const, key: name, operator: ":" as const, value }] : [],
      ),
    ],
  ]);
  const met =
    truths.length === 0
      ? fc.constant([])
      : fc.constantFrom(...truths).chain((facts) => fc.subarray(facts, { minLength: 1 }));
  const others = fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(asked, { maxLength: 2 }));
  return fc.record({ given: fc.constant(given), met, others, styles: fc.array(style, { minLength: 8, maxLength: 8 }) });
});

test("[QL1] [S8] a query finds the rooms that meet its conditions, however it is written", async () => {
  await fc.assert(
    fc.asyncProperty(world, fc.constantFrom("any", "sdk"), async ({ given, met, others, styles }, dialect) => {
      const conditions = [...met, ...others];
      const records = createMemoryRoomRecords();
      for (const [at, room] of given.entries()) {
        await records.insert(project, {
          id: room.id as RoomId,
          organizationId: "default",
          createdAt: at,
          metadata: new Map(room.metadata),
          defaultAccesses: [],
          usersAccesses: new Map(),
          groupsAccesses: new Map(),
        });
      }
      let text = "";
      for (const [at, one] of conditions.entries()) {
        const { quote, unicode, blank, joint } = styles[at % styles.length] ?? plainStyle;
        const string = dialect === "sdk" ? sdkWritten : (value: string) => written(value, quote, unicode);
        const space = dialect === "sdk" ? "" : blank;
        const name = one.field === "metadata" ? `metadata${space}[${string(one.key)}${space}]` : "roomId";
        if (at > 0) text += dialect === "sdk" ? " " : joint;
        text += `${name}${space}${one.operator}${space}${string(one.value)}`;
      }
      const filter = readRoomQuery(text);
      const { rooms: found } = await records.list(project, filter, { limit: 100 });

      const expected = given.filter((room) =>
        conditions.every(({ field, key: name, operator, value }) => {
          if (field === "metadata") return room.metadata.some(([k, v]) => k === name && v === value);
          return operator === ":" ? room.id === value : room.id.startsWith(value);
        }),
      );
      expect(found.map((room) => room.id).sort()).toEqual(expected.map((room) => room.id).sort());
    }),
    propertyOptions(300),
  );
});

const fragment = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ..."roomId metadata : ^ < <= > >= [ ] ( ) - AND and OR or true false null 1 -2.5 'a' \"b\" ['k'] \\ \n".split(
        " ",
      ),
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom("'", '"', "\\u12", "\ud800", "\0", "é", "x".repeat(300)) },
);
const anything = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.array(fc.tuple(fragment, fc.constantFrom("", " ")), { maxLength: 40 }).map((parts) => parts.flat().join("")),
);

test("[QL2] [S8] whatever the text, the answer is a filter or INVALID_QUERY with a position inside the text", () => {
  fc.assert(
    fc.property(anything, (text) => {
      for (const read of [readRoomQuery, parseQuery]) {
        try {
          read(text);
        } catch (error) {
          expect(error).toBeInstanceOf(WeftError);
          expect(error).toMatchObject({ code: "INVALID_QUERY" });
          const [, line, column] = /\(at (\d+):(\d+)\)$/.exec(String(error)) ?? [];
          const lines = text.split("\n");
          expect(Number(line)).toBeLessThanOrEqual(lines.length);
          expect(Number(column)).toBeGreaterThanOrEqual(1);
          expect(Number(column)).toBeLessThanOrEqual((lines[Number(line) - 1]?.length ?? 0) + 1);
        }
      }
    }),
    propertyOptions(2_000),
  );
});

/** Hundreds of times what these queries take. A parser that backtracks through every reading would exceed it. */
const hungMs = 10_000;

test("the longest queries do not hang the reader, whatever they repeat", () => {
  const hostile = ["(", "-", "'", "\\", " ", "9", "a", `roomId:"a"`, `"\\u0041`].map((piece) =>
    piece.repeat(Math.floor(limits.queryLength / piece.length)),
  );
  const began = performance.now();
  for (const text of hostile) expect(() => readRoomQuery(text)).toThrow(WeftError);
  expect(performance.now() - began).toBeLessThan(hungMs);
});
