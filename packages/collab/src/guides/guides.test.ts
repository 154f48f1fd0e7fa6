import { expect, test } from "vitest";
import { descriptionOf } from "./description.ts";
import type { GuideRecord } from "./guide-records.ts";
import { createGuides } from "./guides.ts";
import { slugOf } from "./slug.ts";

test.for([
  ["How to use LiveMap?", "how-to-use-livemap"],
  ["  Don’t lose œuvres: déjà vu  ", "dont-lose-uvres-deja-vu"],
  ["日本語", "guide"],
  ["…", "guide"],
  ["../../etc/passwd", "etc-passwd"],
  ["word ".repeat(30), "word-".repeat(16).slice(0, -1)],
])("the slug of “%s” is %s", ([title, slug]) => {
  expect(slugOf(title!)).toBe(slug);
});

test.for([
  [
    "# Title\n\nUse **rooms**, [one](/docs) per `document`.\nThat is all.\n\nMore.",
    "Use rooms, one per document. That is all.",
  ],
  [
    "```ts\nconst a = 1;\n\nconst b = 2;\n```\n\n- A list\n\n> A quote\n\n| A | table |\n\n1. One\n\nAt last.",
    "At last.",
  ],
  ["![A picture](https://a.example/b.png)\n\n<script>alert(1)</script>", "<script>alert(1)</script>"],
  ["word ".repeat(60), `${"word ".repeat(32).trim()}…`],
  ["# Only a title", ""],
])("the description of guide %# is its first paragraph, as plain text", ([markdown, description]) => {
  expect(descriptionOf(markdown!)).toBe(description);
});

test("guides of one title have different slugs, and a deleted guide is not found", async () => {
  const kept = new Map<string, GuideRecord>();
  const guides = createGuides({
    records: {
      find: async (slug) => kept.get(slug),
      insert: async (guide) => !kept.has(guide.slug) && kept.set(guide.slug, guide) !== undefined,
      delete: async (slug) => kept.delete(slug),
    },
    now: () => 86_400_000,
  });
  const draft = { title: "Use rooms", markdown: "# Rooms" };
  for (const slug of ["use-rooms", "use-rooms-2", "use-rooms-3"]) expect(await guides.create(draft)).toEqual({ slug });
  const found = { slug: "use-rooms-2", ...draft, description: "", createdAt: "1970-01-02T00:00:00.000Z" };
  expect(await guides.get("use-rooms-2")).toEqual(found);
  await guides.delete("use-rooms-2");
  expect(await guides.find("use-rooms-2")).toBeUndefined();
  await expect(guides.get("use-rooms-2")).rejects.toThrow("Guide not found.");
  await expect(guides.delete("use-rooms-2")).rejects.toThrow("Guide not found.");
});
