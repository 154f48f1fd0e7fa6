import { expect, test } from "vitest";
import { headerFaults, headersPatch, rowsOfHeaders } from "./header-rows.ts";

const before = { Authorization: "Bearer x", "X-Own": "1", "X-Old": "2" };

test("only edited headers are sent, so that others keep concurrent changes", () => {
  expect(headersPatch(before, rowsOfHeaders(before))).toEqual({});
  const rows = [
    { name: "Authorization", value: "Bearer x" },
    { name: "X-Own", value: " 3 " },
    { name: " X-New ", value: "4" },
  ];
  expect(headersPatch(before, rows)).toEqual({ "X-Old": null, "X-Own": "3", "X-New": "4" });
  expect(headersPatch(before, [...rowsOfHeaders({ authorization: "Bearer x" }), ...rows.slice(1)])).toEqual({
    "X-Old": null,
    authorization: "Bearer x",
    "X-Own": "3",
    "X-New": "4",
  });
});

test("invalid header names and values are reported by row", () => {
  const rows = [
    { name: "X-Own", value: "a b" },
    { name: "x-own", value: "" },
    { name: "", value: "a" },
    { name: "a b", value: "a" },
    { name: "Webhook-Id", value: "a" },
    { name: "x".repeat(101), value: "a" },
    { name: "X-E", value: "é" },
    { name: "X-Long", value: "x".repeat(1_001) },
  ];
  expect([...headerFaults(rows).keys()]).toEqual([1, 2, 3, 4, 5, 6, 7]);
});
