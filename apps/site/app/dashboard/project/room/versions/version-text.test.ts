import { expect, test } from "vitest";
import { rootText, storageText } from "./version-text.ts";

test("Storage is written without the names of its kinds, sorted, and plain JSON stays what it is", () => {
  const document = {
    liveblocksType: "LiveObject",
    data: {
      tasks: { liveblocksType: "LiveList", data: ["b", { liveblocksType: "LiveMap", data: { y: 1, x: 2 } }] },
      about: { liveblocksType: "LiveObject", data: { plain: { liveblocksType: "LiveList", data: [] } } },
    },
  };
  expect(JSON.parse(storageText(document))).toEqual({
    about: { plain: [] },
    tasks: ["b", { x: 2, y: 1 }],
  });
  expect(
    storageText({
      liveblocksType: "LiveObject",
      data: { b: { d: 1, c: { liveblocksType: "LiveList", data: 1 } }, a: 1 },
    }),
  ).toBe(
    `{\n  "a": 1,\n  "b": {\n    "c": {\n      "data": 1,\n      "liveblocksType": "LiveList"\n    },\n    "d": 1\n  }\n}`,
  );
});

test("a root is written as what it is", () => {
  expect(rootText("One\nTwo")).toBe("One\nTwo");
  expect(rootText("<p>One</p>")).toBe("<p>\n  One\n</p>");
  expect(rootText(["One"])).toBe('[\n  "One"\n]');
});
