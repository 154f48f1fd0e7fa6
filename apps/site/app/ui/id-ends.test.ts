import { expect, test } from "vitest";
import { idEnds } from "./id-ends.ts";

test("a long id has an end that stays visible, a short one is whole", () => {
  expect(idEnds("planning")).toEqual({ start: "planning", end: "", endWidth: 0 });
  expect(idEnds("acme:finance:forecast-2027")).toEqual({
    start: "acme:finance:forec",
    end: "ast-2027",
    endWidth: 8,
  });
});

test("no character is cut in two, and wide ones have room", () => {
  const { start, end, endWidth } = idEnds(`${"a".repeat(10)}${"😀".repeat(10)}`);
  expect([start, end, endWidth]).toEqual([`${"a".repeat(10)}😀😀`, "😀".repeat(8), 16]);
});
