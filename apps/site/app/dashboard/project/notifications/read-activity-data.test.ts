import { expect, test } from "vitest";
import { readActivityData } from "./read-activity-data.ts";

test("activity data is an object of texts, numbers and booleans", () => {
  expect(readActivityData('{ "a": "x", "b": 1, "c": false }')).toEqual({ data: { a: "x", b: 1, c: false } });
  expect(readActivityData(" ")).toEqual({ data: {} });
  expect(readActivityData("{")).toEqual({ fault: "Enter valid JSON" });
  expect(readActivityData("[1]")).toEqual({ fault: "Enter a JSON object" });
  expect(readActivityData('{ "a": null }')).toEqual({ fault: "“a” must be a string, a number or a boolean" });
});
