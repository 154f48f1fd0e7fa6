import { readdirSync } from "node:fs";
import { comparisons } from "./compare/comparisons.ts";

const content = new URL("../../content/", import.meta.url);

function written(folder: string): string[] {
  return readdirSync(new URL(folder, content))
    .filter((file) => file.endsWith(".mdx"))
    .map((file) => `/${folder}/${file.slice(0, -".mdx".length)}`);
}

/** The addresses of this folder that are HTML at build time. */
export function publicPaths(): string[] {
  return [
    "/pricing",
    "/compare",
    ...comparisons.map(({ slug }) => `/compare/${slug}`),
    "/support",
    "/contact",
    "/status",
    "/changelog",
    ...written("changelog"),
    "/changelog/entries.json",
    "/blog",
    ...written("blog"),
    "/blog/posts.json",
    ...written("legal"),
    "/rss.xml",
  ];
}
