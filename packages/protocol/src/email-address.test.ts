import { expect, test } from "vitest";
import { EmailAddress, toAsciiAddress } from "./email-address.ts";

test.for([
  ["Ada@Example.COM", "ada@example.com"],
  [" ada@example.com ", "ada@example.com"],
  ["anna@müller.example", "anna@xn--mller-kva.example"],
  ["ANNA@MÜLLER.example", "anna@xn--mller-kva.example"],
  // The same domain, in decomposed form.
  ["anna@mu\u0308ller.example", "anna@xn--mller-kva.example"],
  ["info@例え.jp", "info@xn--r8jz45g.jp"],
  ["info@xn--r8jz45g.jp", "info@xn--r8jz45g.jp"],
  ["info@почта.пример.com", "info@xn--80a1acny.xn--e1afmkfd.com"],
] as const)("the address %j is stored as %j", ([typed, stored]) => {
  expect(EmailAddress.parse(typed)).toBe(stored);
});

test.for([
  "",
  "ada",
  "@example.com",
  "ada@",
  "ada@müller",
  "a b@müller.example",
  "ada@mü ller.example",
  "ada@ü/x.example",
])("%j is not an address", (typed) => {
  expect(EmailAddress.safeParse(typed).success).toBe(false);
});

test("a text that is not an address stays as it is", () => {
  for (const text of ["", "no address", "a@ü:80", "@ü.example"]) expect(toAsciiAddress(text)).toBe(text);
});
