import { z } from "zod";
import { integer } from "../endpoint.ts";
import { internalEndpoint } from "./internal-endpoint.ts";

const names = (what: string) =>
  z
    .string()
    .optional()
    .meta({ description: `${what}, separated by commas.` });
const limit = integer({ min: 1, max: 50, default: 10, description: "At most so many." });

export const BlogPost = z.object({
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  date: z.iso.date(),
  tags: z.array(z.string()),
  category: z.string(),
  href: z.string(),
});
export type BlogPost = z.output<typeof BlogPost>;

export const listBlogPosts = internalEndpoint({
  id: "blog-posts",
  route: "GET /internal/blog-posts",
  summary: "Posts of the blog, newest first",
  role: "anyone",
  query: z.object({
    slugs: names("Slugs"),
    tags: names("Tags, of which a post has one"),
    category: z.string().optional(),
    limit,
  }),
  returns: z.array(BlogPost),
});

export const ChangelogEntry = z.object({
  id: z.string(),
  title: z.string(),
  date: z.iso.date(),
  /** HTML of the site's own build. */
  body: z.string(),
  href: z.string(),
});
export type ChangelogEntry = z.output<typeof ChangelogEntry>;

export const listChangelogs = internalEndpoint({
  id: "changelogs",
  route: "GET /internal/changelogs",
  summary: "Entries of the changelog, newest first",
  role: "anyone",
  query: z.object({ ids: names("Ids"), limit }),
  returns: z.array(ChangelogEntry),
});

export const contentEndpoints = [listBlogPosts, listChangelogs] as const;
