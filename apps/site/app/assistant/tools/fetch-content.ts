import type { JsonObject } from "@weft/protocol";
import { request } from "../../api/request.ts";
import { formatCount } from "../../formats/count.ts";
import { optionalCount, optionalText, parameters, textArgument } from "./assistant-tool.ts";
import type { AssistantTool } from "./assistant-tool.ts";

const mostEntries = 50;
const usualEntries = 10;

export const fetchBlogPosts: AssistantTool = {
  description: "Read posts of the blog: their titles, excerpts, dates, tags and links, the newest first.",
  parameters: parameters({
    slugs: { type: ["array", "null"], items: { type: "string" }, description: "Only these posts." },
    limit: optionalCount(`At most so many: ${usualEntries} unless given, ${mostEntries} at most.`),
    tags: { type: ["array", "null"], items: { type: "string" }, description: "Only posts with one of these tags." },
    category: optionalText("Only posts of this category."),
  }),
  running: "Reading blog posts…",
  done: ({ posts }) => `Read ${counted(posts, "blog post")}`,
  async execute(args) {
    try {
      const category = textArgument(args, "category");
      const posts = await request("GET /internal/blog-posts", {
        query: {
          limit: String(limitOf(args)),
          ...listed(args, "slugs"),
          ...listed(args, "tags"),
          ...(category !== undefined && { category }),
        },
      });
      return { data: { posts } };
    } catch {
      return { error: "Failed to fetch blog posts" };
    }
  },
};

export const fetchChangelogs: AssistantTool = {
  description: "Read entries of the changelog, the newest first: what is new in Weft.",
  parameters: parameters({
    ids: { type: ["array", "null"], items: { type: "string" }, description: "Only these entries." },
    limit: optionalCount(`At most so many: ${usualEntries} unless given, ${mostEntries} at most.`),
  }),
  running: "Reading the changelog…",
  done: ({ entries }) => `Read ${counted(entries, "changelog entry", "changelog entries")}`,
  async execute(args) {
    try {
      const entries = await request("GET /internal/changelogs", {
        query: { limit: String(limitOf(args)), ...listed(args, "ids") },
      });
      return { data: { entries } };
    } catch {
      return { error: "Failed to fetch changelog entries" };
    }
  },
};

function limitOf({ limit }: JsonObject): number {
  return typeof limit === "number" ? Math.min(mostEntries, Math.max(1, Math.floor(limit))) : usualEntries;
}

/** A list as the query takes it: with commas. */
function listed<N extends string>(args: JsonObject, name: N): { readonly [K in N]?: string } {
  const value = args[name];
  if (!Array.isArray(value) || value.length === 0) return {};
  return { [name]: value.map(String).join(",") } as { readonly [K in N]?: string };
}

function counted(list: unknown, one: string, many = `${one}s`): string {
  const count = Array.isArray(list) ? list.length : 0;
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
