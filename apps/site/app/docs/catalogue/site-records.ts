import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { examples } from "../../examples/catalogue.ts";
import type { ChangelogHead } from "../../public/changelog-entry.ts";
import type { PostHead } from "../../public/blog-post.ts";
import type { DocsRecord } from "../../search/search-item.ts";
import { comparisons } from "../../public/compare/comparisons.ts";
import { contentFolder } from "./read-pages.ts";

/** Pages outside the documentation that the search finds too. */
export function siteRecords(): readonly DocsRecord[] {
  return [
    ...pages,
    ...comparisons.map(({ slug, title, lead, keywords }) => ({
      title,
      href: `/compare/${slug}`,
      path: ["Compare"],
      keywords: ["compare", "comparison", ...keywords],
      excerpt: lead,
    })),
    ...examples.map(({ name, title, line, features, framework, library }) => ({
      title,
      href: `/examples/${name}`,
      path: ["Examples"],
      keywords: ["example", "demo", framework, ...features, ...(library === undefined ? [] : [library])],
      excerpt: line,
    })),
    ...headsIn("blog").map(({ name, head: { title, excerpt, tags } }) => ({
      title,
      href: `/blog/${name}`,
      path: ["Blog"],
      keywords: tags,
      excerpt,
    })),
    ...headsIn("changelog").map(({ name, head: { title, summary, areas } }) => ({
      title,
      href: `/changelog/${name}`,
      path: ["Changelog"],
      keywords: areas,
      excerpt: summary,
    })),
  ];
}

const page = (title: string, href: string, excerpt: string, ...keywords: string[]): DocsRecord => ({
  title,
  href,
  path: ["Weft"],
  keywords,
  excerpt,
});

const pages: readonly DocsRecord[] = [
  page(
    "Pricing",
    "/pricing",
    "Free, self-hosted, Apache-2.0, with limits you set.",
    "price",
    "plans",
    "cost",
    "license",
  ),
  page(
    "Weft compared",
    "/compare",
    "Weft next to Liveblocks, Hocuspocus, tldraw sync, Supabase Realtime and a server of your own.",
    "comparison",
    "alternatives",
    "versus",
  ),
  page("Blog", "/blog", "Articles about building Weft.", "news", "posts"),
  page("Changelog", "/changelog", "Changes in each release.", "releases", "what's new", "updates"),
  page("Status", "/status", "Whether this server is operational.", "uptime", "health", "incident"),
  page("Support", "/support", "Contact this server's operator.", "help", "contact support"),
  page("Contact", "/contact", "Contact us.", "sales", "email"),
  page("Terms", "/legal/terms", "Terms of service.", "legal", "terms of service"),
  page("Privacy", "/legal/privacy", "How personal data is handled.", "legal", "gdpr", "privacy policy"),
];

interface Heads {
  readonly blog: PostHead;
  readonly changelog: ChangelogHead;
}

/** The heads that the texts of a folder export. */
function headsIn<F extends keyof Heads>(folder: F): readonly { readonly name: string; readonly head: Heads[F] }[] {
  const place = join(contentFolder, folder);
  return readdirSync(place)
    .filter((file) => file.endsWith(".mdx"))
    .map((file) => ({
      name: file.slice(0, -".mdx".length),
      head: headOf(readFileSync(join(place, file), "utf8")) as Heads[F],
    }));
}

function headOf(source: string): unknown {
  const literal = /^export const head = (\{[\s\S]*?\n\});/mu.exec(source)?.[1];
  if (literal === undefined) throw new Error("A text has no head export.");
  // oxlint-disable-next-line typescript/no-implied-eval -- a literal of our own sources, at build time
  return (new Function(`return (${literal});`) as () => unknown)();
}
