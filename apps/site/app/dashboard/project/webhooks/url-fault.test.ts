import { expect, test } from "vitest";
import { urlFault } from "./url-fault.ts";

test("the URL of an endpoint is absolute, without credentials, and not too long", () => {
  expect(urlFault(" https://example.com/hook ")).toBeUndefined();
  expect(urlFault("http://127.0.0.1:3000/hook")).toBeUndefined();
  for (const text of ["", "example.com", "/hook", "ftp://example.com", "javascript:alert(1)"])
    expect([text, urlFault(text)]).toEqual([text, expect.stringContaining("absolute URL")]);
  expect(urlFault("https://me:pw@example.com")).toContain("additional header");
  expect(urlFault(`https://example.com/${"x".repeat(2_048)}`)).toContain("2048");
});
