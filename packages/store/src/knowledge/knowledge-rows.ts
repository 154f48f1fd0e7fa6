import type { PassageRecord } from "@weft/collab";
import type { Selectable } from "kysely";
import type { Tables } from "../tables/tables.ts";

export const passageColumns = [
  "p.key",
  "p.source_id",
  "p.page",
  "p.position",
  "p.title",
  "p.headings",
  "p.content",
  "p.url",
] as const;
export type PassageRow = Pick<
  Selectable<Tables["knowledge_passages"]>,
  "source_id" | "page" | "position" | "title" | "headings" | "content" | "url"
>;

export function toPassage({ position, title, headings, content, url }: PassageRow): PassageRecord {
  return {
    position,
    title,
    headings: headings === "" ? [] : headings.split("\n"),
    text: content,
    url: url ?? undefined,
  };
}

export function grouped<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}
