import { describe, expect, test } from "vitest";
import type { StatusRecords } from "../src/status/status-records.ts";

export interface StatusRecordsUnderTest extends AsyncDisposable {
  readonly status: StatusRecords;
}

/** What every StatusRecords promises. An adapter's test file is one call to this. */
export function statusRecordsSuite(open: () => Promise<StatusRecordsUnderTest>): void {
  describe("StatusRecords", () => {
    test("slots of an hour are added to those that it has", async () => {
      await using under = await open();
      const { status } = under;
      expect(await status.from(0)).toEqual([]);
      for (const slots of [1, 4, 4, 2_048]) await status.mark({ hour: 500_000, slots });
      expect(await status.from(0)).toEqual([{ hour: 500_000, slots: 2_053 }]);
    });

    test("slots that are added at the same time are all there", async () => {
      await using under = await open();
      const { status } = under;
      await Promise.all(Array.from({ length: 12 }, (_, slot) => status.mark({ hour: 7, slots: 2 ** slot })));
      expect(await status.from(7)).toEqual([{ hour: 7, slots: 4_095 }]);
    });

    test("hours are listed in order, from the one that is named", async () => {
      await using under = await open();
      const { status } = under;
      for (const hour of [12, 9, 100, 11]) await status.mark({ hour, slots: 1 });
      expect((await status.from(11)).map(({ hour }) => hour)).toEqual([11, 12, 100]);
      expect(await status.from(101)).toEqual([]);
    });

    test("hours before one are deleted", async () => {
      await using under = await open();
      const { status } = under;
      for (const hour of [1, 2, 3]) await status.mark({ hour, slots: 1 });
      await status.dropBefore(2);
      await status.dropBefore(2);
      expect((await status.from(0)).map(({ hour }) => hour)).toEqual([2, 3]);
    });
  });
}
