import { expect, test } from "vitest";
import { markFault, queryFault } from "./query-fault.ts";

test("the position is read from the end of the server's message", () => {
  const fault = queryFault("Expected a closing quote, found the end of the line (at 1:10)");
  expect(fault).toEqual({ message: "Expected a closing quote, found the end of the line", line: 1, column: 10 });
  expect(markFault("roomId^'do", fault!)).toBe("roomId^'do\n         ^");
  expect(queryFault("The query is too long.")).toBeUndefined();
});
