import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import {
  clientLimits,
  CloseCode,
  ClientMessageType,
  errors,
  NodeType,
  OpType,
  roomLimits,
  ServerMessageType,
} from "./codes.ts";
import type { ErrorEntry } from "./errors.ts";
import { fixedLimits } from "./limits.ts";

type Codes = Readonly<Record<string, number>>;

const entries = Object.entries<ErrorEntry>(errors);
const declared: Readonly<Record<string, Codes>> = {
  messagesOfClients: ClientMessageType,
  messagesOfTheServer: ServerMessageType,
  ops: OpType,
  nodes: NodeType,
  closes: CloseCode,
  statusesOfErrors: Object.fromEntries(entries.map(([code, { status }]) => [code, status])),
  closesOfErrors: Object.fromEntries(
    entries.flatMap(([code, { close }]) => (close === undefined ? [] : [[code, close]])),
  ),
};
const recorded = JSON.parse(await readFile(new URL("../codes.json", import.meta.url), "utf8")) as typeof declared;

test("[PR1] the table of codes has every kind of code", () => {
  expect(Object.keys(recorded)).toEqual(Object.keys(declared));
});

test.each(Object.keys(declared))("[PR1] %s have the numbers that clients were given", (kind) => {
  const changed = Object.entries(recorded[kind] ?? {}).filter(([name, number]) => declared[kind]![name] !== number);
  expect(
    changed,
    "A code that clients know keeps its number, and is not removed: give what is new a new name.",
  ).toEqual([]);
  const added = Object.entries(declared[kind]!).filter(([name]) => !Object.hasOwn(recorded[kind] ?? {}, name));
  expect(added, `Add what is new to "${kind}" in packages/protocol/codes.json.`).toEqual([]);
});

test.each(["messagesOfClients", "messagesOfTheServer", "ops", "nodes", "closes"])(
  "[PR2] no number stands for two of the %s",
  (kind) => {
    const numbers = Object.values(declared[kind]!);
    expect(new Set(numbers).size).toBe(numbers.length);
  },
);

test("[PR2] every close code is one that a server may send: a standard one, or one of an application", () => {
  for (const code of Object.values(CloseCode))
    expect([1_011, 1_012, 1_013].includes(code) || (code >= 4_000 && code < 5_000), String(code)).toBe(true);
});

test("[PR30] what clients keep to are limits that no server has other values of", () => {
  expect(fixedLimits).toMatchObject({ ...clientLimits, ...roomLimits });
});
