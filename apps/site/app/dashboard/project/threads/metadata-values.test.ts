import { expect, test } from "vitest";
import { rowsOfValues, valueFaults, valuePatch } from "./metadata-values.ts";

const before = { color: "red", size: 3, done: false };

test("rows that were not changed send nothing", () => {
  expect(valuePatch(before, rowsOfValues(before))).toEqual({});
});

test("changed, new and removed entries are sent with their types", () => {
  const [color, size] = rowsOfValues(before);
  const rows = [
    color!,
    { ...size!, type: "text", value: "3" },
    { key: " late ", type: "boolean", value: "true" },
  ] as const;
  expect(valuePatch(before, rows)).toEqual({ size: "3", late: true, done: null });
});

test("keys are named once, and values are of their type", () => {
  const row = (key: string, type: "text" | "number" | "boolean", value: string) => ({ key, type, value });
  const rows = [
    row("", "text", ""),
    row("a", "number", "x"),
    row("a", "text", ""),
    row("b", "boolean", "yes"),
    row("c", "number", "-1.5"),
  ];
  expect([...valueFaults(rows).keys()]).toEqual([0, 1, 2, 3]);
});
