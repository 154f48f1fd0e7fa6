import type { Root, RootContent } from "mdast";
import type { MdxJsxFlowElement } from "mdast-util-mdx-jsx";
import { readFileSync, readdirSync } from "node:fs";
import GithubSlugger from "github-slugger";
import { toString } from "mdast-util-to-string";
import type { NameRow } from "../article/name-list.tsx";
import { attributesOf } from "./attributes.ts";
import { anchorOf, exportedNames } from "./exported-names.ts";
import { headingsOf } from "./headings.ts";
import type { PageHeading } from "./headings.ts";
import { parseMdx } from "./parse.ts";

const folder = new URL("../../../content/docs/api-reference/", import.meta.url).pathname;
const referenceRoot = "/docs/api-reference";

/** What the index of a package links to: the headings of one of its pages, or everything that it exports. */
export type NameListSource = { readonly page: string } | { readonly exports: string };

/**
 * Gives each list of names its rows. A package's reference was one page once, so each row has the anchor that the name had there: slugs
 * are counted as they were on that page.
 */
export function nameLists() {
  return (tree: Root): void => {
    const slugger = new GithubSlugger();
    let above = "";
    for (const block of tree.children) {
      if (block.type === "heading") above = slugger.slug(toString(block));
      if (!isNameList(block)) continue;
      const rows = namesOf(attributesOf(block) as unknown as NameListSource).map((row) => ({
        ...row,
        ...idOf(row, above, slugger),
      }));
      block.attributes.push({ type: "mdxJsxAttribute", name: "rows", value: JSON.stringify(rows) });
    }
  };
}

function isNameList(block: RootContent): block is MdxJsxFlowElement {
  return block.type === "mdxJsxFlowElement" && block.name === "NameList";
}

/** Exported names have anchors that no heading has. A name under a heading of its own name needs none. */
function idOf({ name, isExport }: NameRow, above: string, slugger: GithubSlugger): { id?: string } {
  if (isExport) return { id: anchorOf(name) };
  return new GithubSlugger().slug(name) === above ? {} : { id: slugger.slug(name) };
}

/** The names of a list, each with its address. */
export function namesOf(source: NameListSource): readonly NameRow[] {
  if ("page" in source) {
    const route = `${referenceRoot}/${source.page}`;
    return headingsOfPage(source.page).map(({ id, title }) => ({ name: title, href: `${route}#${id}` }));
  }
  const described = describedNames(source.exports);
  const list = `${referenceRoot}/weft-${source.exports}/exports`;
  return exportedNames(source.exports).map(({ name }) => ({
    name,
    href: described.get(name) ?? `${list}#${anchorOf(name)}`,
    isExport: true,
  }));
}

/** Where the pages of a package describe a name under a heading of its own. */
export function describedNames(name: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const page of pagesOf(`weft-${name}`))
    for (const { id, title } of headingsOfPage(page))
      // The first of several: a section of its own comes before a member of the same name.
      if (!found.has(title)) found.set(title, `${referenceRoot}/${page}#${id}`);
  return found;
}

/** The index of a package's reference, and the pages below it. */
function pagesOf(index: string): readonly string[] {
  const below = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath === `${folder}${index}` && entry.name !== "exports.mdx")
    .map((entry) => `${index}/${entry.name.replace(/\.mdx$/u, "")}`);
  return [index, ...below.toSorted()];
}

function headingsOfPage(page: string): readonly PageHeading[] {
  const source = readFileSync(`${folder}${page}.mdx`, "utf8").replace(/^---\n[\s\S]*?\n---\n/u, "");
  return headingsOf(parseMdx(source)).filter(({ level }) => level === 2 || level === 3);
}
