import { limits, WeftError } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { readQuery } from "./fields.ts";
import type { QueryFields } from "./fields.ts";
import { parseQuery } from "./parser.ts";
import { readRoomQuery } from "../rooms/room-query.ts";

const failure = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof WeftError && error.code === "INVALID_QUERY") return error.message;
    throw error;
  }
  return "no failure";
};

describe("a query of rooms", () => {
  test.each<[string, ReturnType<typeof readRoomQuery>]>([
    ["", { ids: [], idPrefixes: [], metadata: [] }],
    [`roomId:"a"`, { ids: ["a"], idPrefixes: [], metadata: [] }],
    [`roomId^"a"`, { ids: [], idPrefixes: ["a"], metadata: [] }],
    [` \t\nroomId \n: 'a' `, { ids: ["a"], idPrefixes: [], metadata: [] }],
    [`metadata["k"]:"v"`, { ids: [], idPrefixes: [], metadata: [["k", "v"]] }],
    [`metadata [ 'k' ] : "" `, { ids: [], idPrefixes: [], metadata: [["k", ""]] }],
    [
      `roomId^"a"AND roomId:"ab"and metadata["x"]:"1"metadata["__proto__"]:"2"`,
      {
        ids: ["ab"],
        idPrefixes: ["a"],
        metadata: [
          ["x", "1"],
          ["__proto__", "2"],
        ],
      },
    ],
    // As the SDK writes it: single quotes, unless the text holds an apostrophe; a blank between clauses.
    [
      `roomId^'p:' metadata['color']:'red' metadata['x']:"it's"`,
      {
        ids: [],
        idPrefixes: ["p:"],
        metadata: [
          ["color", "red"],
          ["x", "it's"],
        ],
      },
    ],
    [`metadata['q']:'say "hi"'`, { ids: [], idPrefixes: [], metadata: [["q", 'say "hi"']] }],
  ])("%j is understood", (text, expected) => {
    expect(readRoomQuery(text)).toEqual(expected);
  });

  test.each([
    [`"\\" \\\\ \\/ \\b\\f\\n\\r\\t"`, '" \\ / \b\f\n\r\t'],
    [`'it\\'s'`, "it's"],
    [`"it\\'s"`, "it's"],
    [`"\\u0041\\u00e9\\uD83D\\uDE00"`, "Aé😀"],
    [`"\\x\\😀"`, "x😀"],
    [`"tab\there"`, "tab\there"],
    [`""`, ""],
    [`"(a OR b) -c"`, "(a OR b) -c"],
  ])("reads the string %s", (text, expected) => {
    expect(readRoomQuery(`metadata["k"]:${text}`).metadata).toEqual([["k", expected]]);
  });

  test.each([
    [` `, "Expected a field, found the end of the query (at 1:2)"],
    [`\n\n `, "Expected a field, found the end of the query (at 3:2)"],
    [`roomId`, "Expected an operator such as ':', found the end of the query (at 1:7)"],
    [`roomId:`, "Expected a string in quotes, a number, true, false or null, found the end of the query (at 1:8)"],
    [`roomId:a`, "Expected a string in quotes, a number, true, false or null, found 'a' (at 1:8)"],
    [`roomId:True`, "Expected a string in quotes, a number, true, false or null, found 'True' (at 1:8)"],
    [`roomId="a"`, 'Unexpected character "=" (at 1:7)'],
    [`roomId:"a", roomId:"b"`, 'Unexpected character "," (at 1:11)'],
    [`roomId:"a" # all`, 'Unexpected character "#" (at 1:12)'],
    [`roomId:"a" 😀`, 'Unexpected character "😀" (at 1:12)'],
    [`roomId:"a`, "Expected a closing quote, found the end of the query (at 1:8)"],
    [`roomId:"a\\`, "Expected a closing quote, found the end of the query (at 1:8)"],
    [`roomId:"a\nb"`, "Expected a closing quote, found the end of the line (at 1:10)"],
    [`roomId:"a\\\nb"`, "Expected a closing quote, found the end of the line (at 1:11)"],
    [`roomId:"\\u12g4"`, "Expected four hexadecimal digits after \\u (at 1:9)"],
    [`roomId^1`, "Expected a string in quotes, found '1' (at 1:8)"],
    [`roomId<"a"`, 'Expected a number, found the string "a" (at 1:8)'],
    [`AND roomId:"a"`, "Expected a field, found 'AND' (at 1:1)"],
    [`roomId:"a" AND`, "Expected a field, found the end of the query (at 1:15)"],
    [`roomId:"a" AND AND roomId:"b"`, "Expected a field, found 'AND' (at 1:16)"],
    [`roomId:"a" And roomId:"b"`, "Expected an operator such as ':', found 'roomId' (at 1:16)"],
    [`roomId:"a" OR roomId:"b"`, "Expected a field, found 'OR' (at 1:12)"],
    [`(roomId:"a")`, "Expected 'OR', found ')' (at 1:12)"],
    [`((roomId:"a" OR roomId:"b") OR roomId:"c")`, "Expected a field, found '(' (at 1:2)"],
    [`(roomId:"a" OR roomId:"b"`, "Expected 'OR', found the end of the query (at 1:26)"],
    [`metadata[k]:"v"`, "Expected a string in quotes, found 'k' (at 1:10)"],
    [`metadata["k":"v"`, "Expected ']', found ':' (at 1:13)"],
    [`metadata["n"]:1ex`, "Expected an operator such as ':', found the end of the query (at 1:18)"],
  ])("%j is a syntax error that says where", (text, message) => {
    expect(failure(() => readRoomQuery(text))).toBe(message);
  });

  test.each([
    [`nope:"a"`, 'Unknown field "nope", expected roomId or metadata (at 1:1)'],
    [`RoomId:"a"`, 'Unknown field "RoomId", expected roomId or metadata (at 1:1)'],
    [`__proto__:"a"`, 'Unknown field "__proto__", expected roomId or metadata (at 1:1)'],
    [`roomId:"a"\n  metadata:"b"`, 'Expected a key: metadata["key"] (at 2:3)'],
    [`metadata[""]:"b"`, 'Expected a key that is not empty: metadata["key"] (at 1:1)'],
    [`roomId["a"]:"b"`, 'The field "roomId" takes no key (at 1:1)'],
    [`roomId>1`, `The field "roomId" takes : or ^, found '>' (at 1:1)`],
    [`metadata["k"]^"v"`, `The field "metadata" takes :, found '^' (at 1:1)`],
    [`metadata["k"]:-1.5`, "Expected a string, found a number (at 1:15)"],
    [`roomId:null`, "Expected a string, found a null (at 1:8)"],
    [`roomId: true`, "Expected a string, found a boolean (at 1:9)"],
    [`roomId^''`, "Expected a prefix that is not empty (at 1:8)"],
    [`roomId:"a" -roomId:"b"`, "Negation is not supported here (at 1:12)"],
    [`(roomId:"a" OR roomId:'b')`, "Alternatives with OR are not supported here (at 1:1)"],
  ])("%j asks for something that rooms do not have", (text, message) => {
    expect(failure(() => readRoomQuery(text))).toBe(message);
  });

  test("is bounded in length and in the number of its conditions", () => {
    const clause = `roomId:"a" `;
    expect(readRoomQuery(clause.repeat(limits.queryTerms)).ids).toHaveLength(limits.queryTerms);
    expect(failure(() => readRoomQuery(clause.repeat(limits.queryTerms + 1)))).toBe(
      `Expected at most 50 conditions (at 1:${clause.length * limits.queryTerms + 1})`,
    );
    const long = (bytes: number) => `roomId:"${"é".repeat((bytes - 9) / 2)}"`;
    expect(readRoomQuery(long(limits.queryLength - 1)).ids).toHaveLength(1);
    expect(failure(() => readRoomQuery(long(limits.queryLength + 1)))).toBe("Expected at most 2048 bytes (at 1:1)");
    expect(failure(() => readRoomQuery("(".repeat(limits.queryLength)))).toContain("(at 1:2)");
  });
});

describe("other endpoints", () => {
  const fields: QueryFields = new Map([
    ["resolved", { indexed: false, operators: { ":": ["boolean"] } }],
    ["visibility", { indexed: false, operators: { ":": ["string"] }, oneOf: ["public", "private"] }],
    [
      "metadata",
      {
        indexed: true,
        operators: {
          ":": ["string", "number", "boolean", "null"],
          "^": ["string"],
          "<": ["number"],
          "<=": ["number"],
          ">": ["number"],
          ">=": ["number"],
        },
      },
    ],
  ]);

  test("have fields of every kind of value and every operator", () => {
    const text = `resolved:false visibility:"private" metadata["a"]:null metadata["b"]<=-1.50 metadata["c"]>=2 metadata["d"]<3 metadata["e"]>4 metadata["f"]:true`;
    expect(readQuery(text, fields)).toEqual([
      { field: "resolved", operator: ":", value: false },
      { field: "visibility", operator: ":", value: "private" },
      { field: "metadata", index: "a", operator: ":", value: null },
      { field: "metadata", index: "b", operator: "<=", value: -1.5 },
      { field: "metadata", index: "c", operator: ">=", value: 2 },
      { field: "metadata", index: "d", operator: "<", value: 3 },
      { field: "metadata", index: "e", operator: ">", value: 4 },
      { field: "metadata", index: "f", operator: ":", value: true },
    ]);
  });

  test("name the values that make sense", () => {
    expect(failure(() => readQuery(`visibility:"secret"`, fields))).toBe(
      'Expected "public" or "private", found "secret" (at 1:12)',
    );
    expect(failure(() => readQuery(`resolved:1`, fields))).toBe("Expected a boolean, found a number (at 1:10)");
  });

  test("may one day allow negation and alternatives, which the grammar has", () => {
    expect(parseQuery(`-a:1 (b:"x" or -c^'y' OR d["k"]>2)`)).toMatchObject([
      { kind: "condition", negated: true, field: "a" },
      {
        kind: "group",
        alternatives: [
          { field: "b", negated: false },
          { field: "c", negated: true, operator: "^" },
          { field: "d", index: "k", operator: ">", value: 2 },
        ],
      },
    ]);
  });
});

test.each([
  ["1e-7", 1e-7],
  ["1e+21", 1e21],
  ["-2.5E3", -2500],
  ["1e21", 1e21],
  [String(Number.MAX_VALUE), Number.MAX_VALUE],
  [String(Number.MIN_VALUE), Number.MIN_VALUE],
])("[QL1] a number is read as clients write it: %s", (text, value) => {
  expect(parseQuery(`metadata["n"]>${text} resolved:true`)).toMatchObject([{ value }, { value: true }]);
});

test.each(["1e999", "-1e309"])("[QL2] a number that no double holds is refused: %s", (text) => {
  expect(failure(() => parseQuery(`metadata["n"]>${text}`))).toContain(`found '${text}' (at 1:15)`);
});
