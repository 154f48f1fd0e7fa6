import { WeftError } from "@weft/protocol";
import type { AiGuide, createAiGuide } from "@weft/protocol";
import type { z } from "zod";
import type { GuideRecords } from "./guide-records.ts";
import { descriptionOf } from "./description.ts";
import { slugOf } from "./slug.ts";

/** Pages of the documentation that staff create with the site's assistant. */
export interface Guides {
  /** Answers the slug, which no other guide has. */
  create(draft: z.output<NonNullable<typeof createAiGuide.body>>): Promise<{ readonly slug: string }>;
  find(slug: string): Promise<AiGuide | undefined>;
  /** RESOURCE_NOT_FOUND. */
  get(slug: string): Promise<AiGuide>;
  /** RESOURCE_NOT_FOUND. */
  delete(slug: string): Promise<void>;
}

export interface GuidesOptions {
  readonly records: GuideRecords;
  readonly now: () => number;
}

export function createGuides({ records, now }: GuidesOptions): Guides {
  const find = async (slug: string): Promise<AiGuide | undefined> => {
    const guide = await records.find(slug);
    return (
      guide && {
        ...guide,
        description: descriptionOf(guide.markdown),
        createdAt: new Date(guide.createdAt).toISOString(),
      }
    );
  };
  const missing = () => new WeftError("RESOURCE_NOT_FOUND", { message: "Guide not found." });
  return {
    find,
    async create({ title, markdown }) {
      const createdAt = now();
      const base = slugOf(title);
      for (let count = 1; ; count++) {
        const slug = count === 1 ? base : `${base}-${count}`;
        if (await records.insert({ slug, title, markdown, createdAt })) return { slug };
      }
    },
    async get(slug) {
      const guide = await find(slug);
      if (guide === undefined) throw missing();
      return guide;
    },
    async delete(slug) {
      if (!(await records.delete(slug))) throw missing();
    },
  };
}
