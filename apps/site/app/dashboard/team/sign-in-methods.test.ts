import { expect, test } from "vitest";
import { listMethods, offeredMethods } from "./sign-in-methods.ts";

test("methods that the server offers are choices, and those that the team allows already", () => {
  expect(offeredMethods({ social: [], passkey: true }, null)).toEqual(["password", "passkey", "saml"]);
  expect(offeredMethods({ social: ["google"], passkey: false }, ["github"])).toEqual([
    "password",
    "github",
    "google",
    "saml",
  ]);
});

test("methods are listed in a sentence", () => {
  expect(listMethods(["passkey"])).toBe("passkey");
  expect(listMethods(["password", "google"])).toBe("password or Google");
  expect(listMethods(["password", "passkey", "saml"])).toBe("password, passkey or Single sign-on (SAML)");
});
