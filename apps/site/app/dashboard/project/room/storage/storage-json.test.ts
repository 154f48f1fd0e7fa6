import { expect, test } from "vitest";
import { parseStorage } from "./storage-json.ts";

test("plain JSON is given kinds, and a document that names its own is left alone", () => {
  expect(parseStorage('{"a":[1,{"b":null}]}')).toEqual({
    document: {
      liveblocksType: "LiveObject",
      data: {
        a: { liveblocksType: "LiveList", data: [1, { liveblocksType: "LiveObject", data: { b: null } }] },
      },
    },
  });
  const own = { liveblocksType: "LiveObject", data: { a: [1] } };
  expect(parseStorage(JSON.stringify(own))).toEqual({ document: own });
});

test("what is not a document says why", () => {
  expect(parseStorage("[1]")).toEqual({ fault: "Enter a JSON object." });
  expect(parseStorage("{")).toMatchObject({ fault: expect.stringContaining("JSON") });
});
