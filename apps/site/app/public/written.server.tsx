import type { MDXComponents, MDXContent } from "mdx/types";
import { renderToStaticMarkup } from "react-dom/server";
import { CodeBlock } from "../docs/article/code-block.tsx";
import type { ChangelogEntry, ChangelogHead } from "./changelog-entry.ts";
import type { LegalHead } from "./legal-text.ts";
import type { BlogPost, PostHead } from "./blog-post.ts";

/** What is written under `content/`, read when the site is built. No text of it is a script in a browser. */
interface Written<H> {
  readonly head: H;
  readonly default: MDXContent;
}

const posts = import.meta.glob<Written<PostHead>>("../../content/blog/*.mdx", { eager: true });
const entries = import.meta.glob<Written<ChangelogHead>>("../../content/changelog/*.mdx", { eager: true });
const legal = import.meta.glob<Written<LegalHead>>("../../content/legal/*.mdx", { eager: true });

const components: MDXComponents = { CodeBlock };

function htmlOf({ default: Content }: Written<unknown>): string {
  return renderToStaticMarkup(<Content components={components} />);
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1, -".mdx".length);
}

/** Posts, newest first. */
export function readPosts(): BlogPost[] {
  return Object.entries(posts)
    .map(([file, { head }]) => ({ slug: nameOf(file), href: `/blog/${nameOf(file)}`, ...head }))
    .toSorted(newestFirst);
}

export function readPost(slug: string): (BlogPost & { readonly html: string }) | undefined {
  const written = posts[`../../content/blog/${slug}.mdx`];
  return written && { slug, href: `/blog/${slug}`, ...written.head, html: htmlOf(written) };
}

/** Entries of the changelog, newest first. */
export function readChangelog(): ChangelogEntry[] {
  return Object.entries(entries)
    .map(([file, written]) => ({
      id: nameOf(file),
      href: `/changelog/${nameOf(file)}`,
      ...written.head,
      html: htmlOf(written),
    }))
    .toSorted(newestFirst);
}

export function readLegal(name: string): (LegalHead & { readonly html: string }) | undefined {
  const written = legal[`../../content/legal/${name}.mdx`];
  return written && { ...written.head, html: htmlOf(written) };
}

function newestFirst(a: { readonly date: string; readonly href: string }, b: typeof a): number {
  return b.date.localeCompare(a.date) || a.href.localeCompare(b.href);
}
