import { expect, test } from "vitest";
import { readAddresses } from "./read-addresses.ts";

test("addresses are separated by commas, semicolons, spaces or line breaks, and count once", () => {
  expect(readAddresses("Ada@x.io, grace@x.io;\n alan@x.io ada@x.io,")).toEqual({
    addresses: ["ada@x.io", "grace@x.io", "alan@x.io"],
    fault: undefined,
  });
});

test("invalid addresses are named", () => {
  expect(readAddresses("ada@x.io grace@").fault).toBe("“grace@” is not an email address");
});

test("at most twenty addresses are invited at once", () => {
  const many = Array.from({ length: 21 }, (_, index) => `p${index}@x.io`);
  expect(readAddresses(many.join("\n")).fault).toBe("At most 20 people can be invited at once");
  expect(readAddresses(many.slice(1).join("\n")).fault).toBeUndefined();
});

test("an empty text has no addresses", () => {
  expect(readAddresses(" \n ")).toEqual({ addresses: [], fault: undefined });
});
