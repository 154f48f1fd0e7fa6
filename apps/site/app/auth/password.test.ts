import { expect, test } from "vitest";
import { isTooCommon, passwordFault, passwordHint } from "./password.ts";

test.for([
  ["", "Password is required"],
  ["seven77", "Password must be at least 8 characters"],
  ["a".repeat(129), "Password must be at most 128 characters"],
  ["eight888", undefined],
  ["a".repeat(128), undefined],
] as const)("of the password “%s” it is said: %s", ([password, fault]) => {
  expect(passwordFault(password)).toBe(fault);
});

test.for([
  ["abc", "Use at least 8 characters."],
  ["aaaaaaaaaaaaaaaa", "Weak. Make it longer."],
  ["warpweft", "Weak. Make it longer."],
  ["warpandweft12", "Fair."],
  ["threads that cross, and hold", "Strong."],
] as const)("“%s” is called: %s", ([password, hint]) => {
  expect(passwordHint(password)).toBe(hint);
});

test("a refusal of a common password is distinguished from other refusals", () => {
  const refused = (status: number, message: string) => isTooCommon({ status, message });
  expect(refused(422, "Value at key 'password': is one of the passwords that are tried first.")).toBe(true);
  expect(refused(422, "Value at key 'newPassword': is one of the passwords that are tried first.")).toBe(true);
  expect(refused(422, "Value at key 'email': Invalid email address")).toBe(false);
  expect(refused(401, "Value at key 'password': is wrong.")).toBe(false);
});
