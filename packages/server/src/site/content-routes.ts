import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { BlogPost, ChangelogEntry, listBlogPosts, listChangelogs } from "@weft/protocol";
import { z } from "zod";
import { siteFolder } from "../http/site.ts";

import { implementSite, siteRoutesOf } from "./site-route.ts";

/** The machine-readable files of the site's build; a server without a site has none. */
async function built<S extends z.ZodType>(file: string, schema: S): Promise<readonly z.output<S>[]> {
  let text: string;
  try {
    text = await readFile(join(siteFolder, file), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  return z.array(schema).parse(JSON.parse(text));
}

/** Caches the first successful result. A failed call is repeated. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () =>
    (asked ??= ask().catch((error: unknown) => {
      asked = undefined;
      throw error;
    }));
}

// A server serves the build that it was started with.
const posts = once(() => built("blog/posts.json", BlogPost));
const entries = once(() => built("changelog/entries.json", ChangelogEntry));

/** Whether the query names no list, or its list contains one of these. */
function isAmong(named: string | undefined, values: readonly string[]): boolean {
  if (named === undefined) return true;
  const asked = named.split(",").map((name) => name.trim().toLowerCase());
  return values.some((value) => asked.includes(value.toLowerCase()));
}

export const contentRoutes = siteRoutesOf(
  implementSite(listBlogPosts, async ({ query }) =>
    (await posts())
      .filter(
        ({ slug, tags, category }) =>
          isAmong(query.slugs, [slug]) && isAmong(query.tags, tags) && isAmong(query.category, [category]),
      )
      .slice(0, query.limit),
  ),

  implementSite(listChangelogs, async ({ query }) =>
    (await entries()).filter(({ id }) => isAmong(query.ids, [id])).slice(0, query.limit),
  ),
);
