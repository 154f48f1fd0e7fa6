import { expect, test } from "vitest";
import { fixedLimits, limits, serverLimits } from "./limits.ts";

/** Numbers that customers were given: changing one breaks applications that keep to it. */
test("[PR30] the limits that clients rely on have the values that the reference states", () => {
  expect(fixedLimits).toMatchObject({
    metadataEntries: 50,
    metadataKeyLength: 40,
    metadataValueLength: 256,
    accessIdLengthOnCreate: 40,
    accessIdLengthOnUpdate: 256,
    groupIdLength: 256,
    pageSize: 20,
    pageSizeMax: 100,
    prewarmMs: 10_000,
    messageLength: 1_000,
  });
  expect(serverLimits.accessEntries).toBe(100);
});

test("[PR31] a limit is either fixed or the server's", () => {
  const fixed = new Set(Object.keys(fixedLimits));
  expect(Object.keys(serverLimits).filter((name) => fixed.has(name))).toEqual([]);
  expect(limits).toEqual({ ...fixedLimits, ...serverLimits });
});
