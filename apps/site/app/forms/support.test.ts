import { sendSupport } from "@weft/protocol";
import { expect, test } from "vitest";
import { emailFault, nameFault } from "./person.ts";
import { canSendSupport, supportFaults } from "./support.ts";
import type { SupportFields } from "./support.ts";

const ada: SupportFields = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  message: "Help",
  honeypot: "",
};

test.each<[string, Partial<SupportFields>, boolean, string[]]>([
  ["everything", {}, true, []],
  ["no email", { email: "" }, false, ["email"]],
  ["a blank message", { message: " " }, false, []],
  ["a filled honeypot", { honeypot: "x" }, false, []],
  ["no first name", { firstName: "" }, true, ["firstName"]],
  ["no last name", { lastName: " " }, true, []],
  ["half an email", { email: "ada@" }, true, ["email"]],
  ["too long a message", { message: "a".repeat(1_001) }, false, ["message"]],
])("with %s", (_, typed, enabled, faults) => {
  const fields = { ...ada, ...typed };
  expect(canSendSupport(fields)).toBe(enabled);
  expect(Object.keys(supportFaults(fields))).toEqual(faults);
});

test("the server accepts what the form accepts", () => {
  expect(supportFaults(ada)).toEqual({});
  expect(sendSupport.body?.safeParse(ada).success).toBe(true);
  for (const email of [
    "a@b",
    "ada@",
    "@b.io",
    "a b@c.io",
    "a..b@c.io",
    ".a@c.io",
    "a@c.io",
    "a+b@c-d.co.uk",
    "O'N@c.io",
    "anna@müller.example",
    "info@例え.jp",
  ])
    expect(emailFault(email) === undefined, email).toBe(sendSupport.body?.shape.email.safeParse(email).success);
});

test("names are limited to the platform's length", () => {
  expect(nameFault("First name", "a".repeat(61))).toBe("First name must be at most 60 characters");
});
