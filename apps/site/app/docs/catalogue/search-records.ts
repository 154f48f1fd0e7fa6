import type { DocsRecord } from "../../search/search-item.ts";
import { errors } from "@weft/protocol";
import { operations } from "../generated/operations.ts";
import type { DocPage } from "./page.ts";
import type { PageFrame } from "./page-frame.ts";

/** What the search finds: every page, and every heading of level 2 and 3. */
export function searchRecords(
  pages: ReadonlyMap<string, DocPage>,
  frames: ReadonlyMap<string, PageFrame>,
): readonly DocsRecord[] {
  const calls = new Map(operations.map(({ id, method, path }) => [id, `${method} ${path}`]));
  return [...frames.values()].flatMap((frame) => {
    const path = frame.path.map(({ title }) => title);
    const page = { title: frame.title, href: frame.route, path, keywords: pages.get(frame.route)!.keywords };
    // The page of a code is found by its code; its headings are those of every other.
    if (pages.get(frame.route)!.section !== undefined) return [page];
    const isReference = frame.route.endsWith("/rest-api-endpoints");
    const headings = frame.headings
      .filter(({ title }) => !Object.hasOwn(errors, title))
      .map(({ id, title }) => {
        const call = isReference ? calls.get(id) : undefined;
        return {
          title,
          href: `${frame.route}#${id}`,
          // The index of a group often has its name.
          path: path.at(-1) === frame.title ? path : [...path, frame.title],
          keywords: call === undefined ? [] : [call, id],
        };
      });
    return [page, ...headings];
  });
}
