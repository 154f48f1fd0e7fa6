import { expect, test } from "vitest";
import { confirmationOf } from "./confirmation-of.ts";

const dev = { displayName: "Board", type: "dev" };
const prod = { displayName: "Board", type: "prod" };

test("a call that deletes is confirmed in every project, and another write in a production project", () => {
  expect(confirmationOf("DELETE", dev)).toEqual({
    text: "This deletes data in Board, a development project. It can't be undone.",
    danger: true,
  });
  expect(confirmationOf("DELETE", prod)?.danger).toBe(true);
  expect(confirmationOf("POST", prod)).toEqual({
    text: "This changes data in Board, a production project.",
    danger: false,
  });
});

test("reads, and writes in a development project, are sent at once", () => {
  expect(confirmationOf("GET", prod)).toBeUndefined();
  expect(confirmationOf("GET", dev)).toBeUndefined();
  expect(confirmationOf("POST", dev)).toBeUndefined();
});
