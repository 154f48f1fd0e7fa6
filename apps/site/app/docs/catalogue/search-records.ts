import type { DocsRecord } from "../../search/search-item.ts";
import { errors } from "@weft/protocol";
import type { DocsPassage } from "@weft/protocol";
import { operations, referenceRoot } from "../generated/operations.ts";
import { anchorOf, exportedNames, sentenceOf } from "../mdx/exported-names.ts";
import { officialForm } from "../mdx/package-families.ts";
import { excerptOf } from "./excerpt.ts";
import type { DocPage } from "./page.ts";
import type { PageFrame } from "./page-frame.ts";

/** What the search finds: every page, every heading of level 2 and 3, and every exported name. */
export function searchRecords(
  pages: ReadonlyMap<string, DocPage>,
  frames: ReadonlyMap<string, PageFrame>,
  passages: readonly DocsPassage[],
): readonly DocsRecord[] {
  const excerpts = new Map<string, string>();
  for (const { url, text } of passages) {
    const excerpt = excerpts.has(url) ? undefined : excerptOf(text);
    if (excerpt !== undefined) excerpts.set(url, excerpt);
  }
  const calls = new Map(operations.map(({ id, method, path }) => [id, `${method} ${path}`]));
  const found = [...frames.values()].flatMap((frame): DocsRecord[] => {
    const path = frame.path.map(({ title }) => title);
    const page = {
      title: frame.title,
      href: frame.route,
      path,
      keywords: [...pages.get(frame.route)!.keywords, frame.route.split("/").at(-1)!],
      excerpt: frame.description,
    };
    // The page of a code is found by its code; its headings are those of every other.
    if (Object.hasOwn(errors, frame.title)) return [page];
    const isReference = frame.route.startsWith(`${referenceRoot}/`);
    const headings = frame.headings
      .filter(({ title }) => !Object.hasOwn(errors, title))
      .map(({ id, title }) => {
        const call = isReference ? calls.get(id) : undefined;
        const href = `${frame.route}#${id}`;
        const excerpt = excerpts.get(href);
        return {
          title,
          href,
          // The index of a group often has its name.
          path: path.at(-1) === frame.title ? path : [...path, frame.title],
          keywords: call === undefined ? [] : [call, id],
          ...(excerpt !== undefined && { excerpt }),
        };
      });
    return [page, ...headings];
  });
  return [
    ...found,
    ...[...frames.values()].flatMap((frame) => namesOf(frame, pages.get(frame.route)!, describedBy(frame, frames))),
  ];
}

/** The names that a page of a package's reference, or one beside it, has headings for. */
function describedBy({ route }: PageFrame, frames: ReadonlyMap<string, PageFrame>): ReadonlySet<string> {
  const index = packagePage.exec(route)?.[0] ?? route;
  const beside = [...frames.values()].filter((frame) => frame.route === index || frame.route.startsWith(`${index}/`));
  return new Set(beside.flatMap(({ headings }) => headings.map((heading) => heading.title)));
}

const packagePage = /^\/docs\/api-reference\/weft-[\w-]+/u;

/** What a reference page is found by beside its title and headings: names that its package exports, and its official name. */
function namesOf(
  { route, title, path, description }: PageFrame,
  { body }: DocPage,
  described: ReadonlySet<string>,
): readonly DocsRecord[] {
  const above = path.map((step) => step.title);
  // On a page of its own, the list of exports is not a place that a reader knows.
  const where = route.endsWith("/exports") ? above : [...above, title];
  const names = listedPackages(body)
    .flatMap((name) => exportedNames(name))
    .filter(({ name }) => !described.has(name))
    .map((exported) => ({
      title: exported.name,
      href: `${route}#${anchorOf(exported.name)}`,
      path: where,
      keywords: [],
      excerpt: excerptOf(sentenceOf(exported)) ?? exported.kind,
    }));
  const isPackage = /^@weft\/[\w-]+$/u.test(title) && officialForm(title) !== title;
  if (!isPackage) return names;
  return [{ title: officialForm(title), href: route, path: above, keywords: [], excerpt: description }, ...names];
}

/** The packages whose exports a page lists. */
function listedPackages(body: string): readonly string[] {
  return [...body.matchAll(/^<Exports package="([\w-]+)" \/>$/gmu)].map(([, name]) => name!);
}
