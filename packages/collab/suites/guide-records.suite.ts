import { describe, expect, test } from "vitest";
import type { GuideRecord, GuideRecords } from "../src/guides/guide-records.ts";
import { farInstant } from "./sort-order.ts";

const guide: GuideRecord = { slug: "use-rooms", title: "Use rooms", markdown: "# Rooms", createdAt: 5 };

/** What every GuideRecords promises. An adapter's test file is one call to this. */
export function guideRecordsSuite(open: () => Promise<{ readonly guides: GuideRecords } & AsyncDisposable>): void {
  describe("GuideRecords", () => {
    test("a guide is found as it was inserted, whatever it says", async () => {
      await using under = await open();
      const markdown = `It's "quoted" \\ %_\r\n\t😀 é ${"x".repeat(50_000)}`;
      const other = { slug: "other", title: "Ünïcode '\"", markdown, createdAt: farInstant };
      for (const one of [guide, other]) expect(await under.guides.insert(one)).toBe(true);
      expect(await under.guides.find("use-rooms")).toEqual(guide);
      expect(await under.guides.find("other")).toEqual(other);
      for (const slug of ["", "use", "Use-Rooms", "use-rooms "]) expect(await under.guides.find(slug)).toBeUndefined();
    });

    test("a slug is taken once, also by insertions at the same time, and free again after a deletion", async () => {
      await using under = await open();
      const inserted = await Promise.all([1, 2, 3].map((createdAt) => under.guides.insert({ ...guide, createdAt })));
      expect(inserted.filter(Boolean)).toHaveLength(1);
      const kept = inserted.indexOf(true) + 1;
      expect(await under.guides.insert({ ...guide, markdown: "Other" })).toBe(false);
      expect(await under.guides.find(guide.slug)).toEqual({ ...guide, createdAt: kept });
      expect(await under.guides.delete("use-room")).toBe(false);
      expect(await under.guides.delete(guide.slug)).toBe(true);
      expect(await under.guides.delete(guide.slug)).toBe(false);
      expect(await under.guides.find(guide.slug)).toBeUndefined();
      expect(await under.guides.insert({ ...guide, markdown: "Other" })).toBe(true);
    });
  });
}
