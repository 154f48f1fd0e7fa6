import { expect, test } from "vitest";
import { teamName } from "./team-name.ts";

test.each([undefined, null, "", "  "])("a team called %j is an Unnamed team", (name) => {
  expect(teamName(name)).toBe("Unnamed team");
});

test("any other has its name, in one line", () => {
  expect(teamName(" Acme ")).toBe("Acme");
  expect(teamName("Acme\n\nLooms\u2028Ltd")).toBe("Acme Looms Ltd");
});
