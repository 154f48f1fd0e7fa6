import { expect, test } from "vitest";
import { readAddresses } from "./read-addresses.ts";

test("addresses are apart by commas, semicolons, spaces or lines, and count once", () => {
  expect(readAddresses("Ada@x.io, grace@x.io;\n alan@x.io ada@x.io,")).toEqual({
    addresses: ["ada@x.io", "grace@x.io", "alan@x.io"],
    fault: undefined,
  });
});

test("what is no address is named", () => {
  expect(readAddresses("ada@x.io grace@").fault).toBe("“grace@” is not an email address");
});

test("no more than twenty are invited at once", () => {
  const many = Array.from({ length: 21 }, (_, index) => `p${index}@x.io`);
  expect(readAddresses(many.join("\n")).fault).toBe("At most 20 people can be invited at once");
  expect(readAddresses(many.slice(1).join("\n")).fault).toBeUndefined();
});

test("an empty text holds none", () => {
  expect(readAddresses(" \n ")).toEqual({ addresses: [], fault: undefined });
});
