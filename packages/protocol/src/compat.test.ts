import { expect, test } from "vitest";
import { readsNewScopes } from "./compat.ts";

test.for([
  [8, "3.24.2", true],
  [8, "3.20.0", true],
  [8, "3.19.5", false],
  [8, "2.24.4", false],
  [8, "4.0.0-beta1", true],
  [8, null, true],
  [8, "next", true],
  [7, "3.24.2", false],
] as const)("a client of /v%i that calls itself %s reads the newer scopes: %s", ([protocol, client, newer]) => {
  expect(readsNewScopes(protocol, client)).toBe(newer);
});
