import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Passage } from "@weft/collab";
import { DocsPassage } from "@weft/protocol";
import type MiniSearch from "minisearch";
import { z } from "zod";

/** The documentation of this server, searched by words. */
export interface Documentation {
  /** The best passages for the queries, the best first. Empty where the site is not built. */
  search(queries: readonly string[]): Promise<readonly Passage[]>;
  isEmpty(): Promise<boolean>;
}

export interface DocumentationOptions {
  /** The folder of the built site, with its `docs/passages.json`. */
  readonly folder: string;
}

const shownPassages = 8;
/** So that one page does not take the place of all others. */
const passagesPerPage = 3;

/** Words that are in most questions, and tell nothing of what they are about. */
const commonWords = new Set(
  "a an and are as at be by can do does for from how i in is it me my of on or should that the this to use what when where which why with you your".split(
    " ",
  ),
);

type Index = MiniSearch<DocsPassage & { readonly id: number }>;

/** The index is built at the first question: most servers are started more often than they are asked. */
export function createDocumentation({ folder }: DocumentationOptions): Documentation {
  let opened: Promise<Index> | undefined;
  const index = () =>
    (opened ??= open(folder).catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
  return {
    isEmpty: async () => (await index()).documentCount === 0,
    async search(queries) {
      const searched = await index();
      const best = new Map<number, Passage & { readonly score: number }>();
      for (const query of queries)
        for (const { id, score, title, headings, text, url } of searched.search(query))
          if (score > (best.get(id)?.score ?? 0)) best.set(id, { title, headings, text, url, score });
      const perPage = new Map<string, number>();
      return [...best.values()]
        .sort((a, b) => b.score - a.score)
        .filter(({ url = "" }) => {
          const page = url.split("#", 1)[0]!;
          const count = (perPage.get(page) ?? 0) + 1;
          perPage.set(page, count);
          return count <= passagesPerPage;
        })
        .slice(0, shownPassages)
        .map(({ title, headings, text, url }) => ({ title, headings, text, url }));
    },
  };
}

async function open(folder: string): Promise<Index> {
  const { default: MiniSearch } = await import("minisearch");
  const index: Index = new MiniSearch({
    fields: ["title", "headings", "text"],
    storeFields: ["title", "headings", "text", "url"],
    extractField: (passage, field) => {
      const value = passage[field as keyof typeof passage];
      return Array.isArray(value) ? value.join(" ") : value;
    },
    processTerm: (term) => {
      const word = term.toLowerCase();
      return commonWords.has(word) ? null : word;
    },
    searchOptions: {
      boost: { title: 3, headings: 2 },
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
    },
  });
  await index.addAllAsync((await passages(folder)).map((passage, id) => ({ ...passage, id })));
  return index;
}

async function passages(folder: string): Promise<readonly DocsPassage[]> {
  try {
    return z.array(DocsPassage).parse(JSON.parse(await readFile(join(folder, "docs", "passages.json"), "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
