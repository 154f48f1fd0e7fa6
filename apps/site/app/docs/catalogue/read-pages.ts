import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { parse } from "yaml";
import { printedPages } from "../generated/printed-pages.ts";
import { lastChanged } from "./last-changed.ts";
import type { DocPage } from "./page.ts";

const site = new URL("../../../", import.meta.url).pathname;
const repository = new URL("../../", new URL("../../../", import.meta.url)).pathname;

/** Where pages are written. */
export const contentFolder = join(site, "content");

/** Every page, by its address. A page that is written takes the place of one that is printed. */
export function readPages(): ReadonlyMap<string, DocPage> {
  const changedAt = lastChanged(repository, "apps/site/content");
  const declaredAt = lastChanged(repository, "packages/protocol/src");
  const written = [...filesIn("docs", "/docs"), ...filesIn("guides", "/docs/guides")].map(({ file, route }) =>
    readPage(file, route, changedAt(file)),
  );
  const printed = printedPages(written).map((page) => ({
    keywords: [],
    related: [],
    order: 1_000,
    ...page,
    bodyLine: 1,
    file: undefined,
    updatedAt: declaredAt(join(repository, "packages/protocol/src/errors.ts")),
  }));
  const pages = [...printed, ...written].toSorted((a, b) => (a.route < b.route ? -1 : 1));
  return new Map(pages.map((page) => [page.route, page]));
}

interface Source {
  readonly file: string;
  readonly route: string;
}

function filesIn(folder: string, prefix: string): Source[] {
  const root = join(contentFolder, folder);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".mdx"))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const path = relative(root, file).replace(/(^|\/)?(index)?\.mdx$/, "");
      return { file, route: path === "" ? prefix : `${prefix}/${path}` };
    });
}

const frontMatter = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/;

function readPage(file: string, route: string, updatedAt: string): DocPage {
  const source = readFileSync(file, "utf8");
  const head = frontMatter.exec(source);
  const members = (head === null ? {} : parse(head[1]!)) as Partial<Record<keyof DocPage, unknown>>;
  return {
    route,
    title: typeof members.title === "string" ? members.title : "",
    ...(typeof members.navTitle === "string" && { navTitle: members.navTitle }),
    description: typeof members.description === "string" ? members.description : "",
    keywords: texts(members.keywords),
    related: texts(members.related),
    ...(typeof members.section === "string" && { section: members.section }),
    ...(members.wide === true && { wide: true }),
    order: typeof members.order === "number" ? members.order : 1_000,
    body: source.slice(head?.[0].length ?? 0),
    bodyLine: head?.[0].split("\n").length ?? 1,
    file,
    updatedAt,
  };
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
