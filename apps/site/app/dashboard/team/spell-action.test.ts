import { expect, test } from "vitest";
import { spellAction } from "./spell-action.ts";

test.for([
  ["key.rolled", "Key rolled"],
  ["member.roleChanged", "Member role changed"],
  ["managementToken.created", "Management token created"],
  ["sso.domainVerified", "SSO domain verified"],
  ["project.deleted", "Project deleted"],
  ["api.create-room", "Room created"],
  ["api.initialize-storage", "Storage initialized"],
  ["api.send-binary-document-update", "Binary document update sent"],
  ["", ""],
] as const)("%s reads “%s”", ([action, words]) => {
  expect(spellAction(action)).toBe(words);
});
