import { expect, test } from "vitest";
import { currentHeading } from "./current-heading.ts";

const headings = [
  { id: "install", top: -400 },
  { id: "short", top: 80 },
  { id: "next", top: 200 },
  { id: "last", top: 700 },
];
const reading = { height: 900, atEnd: false, target: undefined };

test("the heading that is read is the last one above the upper third of the window", () => {
  expect(currentHeading(headings, reading)).toBe("next");
  expect(currentHeading(headings, { ...reading, height: 300 })).toBe("short");
  expect(currentHeading([], reading)).toBeUndefined();
});

test("at the end of the page it is the last one on the screen", () => {
  expect(currentHeading(headings, { ...reading, atEnd: true })).toBe("last");
});

test("an anchor marks its own heading, even if the next one is close, or at the end of the page", () => {
  for (const target of ["short", "next", "last"])
    for (const atEnd of [false, true]) expect(currentHeading(headings, { height: 900, atEnd, target })).toBe(target);
});

test("a target that has left the screen is no longer the heading that is read", () => {
  expect(currentHeading(headings, { ...reading, target: "install" })).toBe("next");
  expect(currentHeading(headings, { ...reading, height: 500, target: "last" })).toBe("short");
});
