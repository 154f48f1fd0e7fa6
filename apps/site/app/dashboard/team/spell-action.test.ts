import { expect, test } from "vitest";
import { spellAction } from "./spell-action.ts";

test.for([
  ["key.rolled", "Key rolled"],
  ["member.roleChanged", "Member role changed"],
  ["project.deleted", "Project deleted"],
  ["", ""],
] as const)("%s reads “%s”", ([action, words]) => {
  expect(spellAction(action)).toBe(words);
});
