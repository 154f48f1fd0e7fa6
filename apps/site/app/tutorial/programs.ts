import { chapters } from "./chapters.ts";
import type { Files } from "@weft/example-tutorial-runner/messages";

/** What a chapter begins with, and what it should end as. */
export interface Program {
  readonly start: Files;
  readonly solution: Files;
}

/**
 * The programs of all chapters out of the files that differ: a chapter begins with the solution of the one before and its
 * own `start` files in their place, and ends with its `solution` files in place of those.
 *
 *   programs/<chapter>/{start,solution}/<file>
 */
export function composePrograms(sources: Readonly<Record<string, string>>): ReadonlyMap<string, Program> {
  const programs = new Map<string, Program>();
  for (const [index, { slug, follows = chapters[index - 1]?.slug, without = [] }] of chapters.entries()) {
    const before = Object.entries(programs.get(follows ?? "")?.solution ?? {});
    const kept = Object.fromEntries(before.filter(([file]) => !without.includes(file)));
    const start = { ...kept, ...filesIn(sources, `${slug}/start/`) };
    programs.set(slug, { start, solution: { ...start, ...filesIn(sources, `${slug}/solution/`) } });
  }
  return programs;
}

function filesIn(sources: Readonly<Record<string, string>>, folder: string): Files {
  const files: Record<string, string> = {};
  for (const [path, text] of Object.entries(sources)) {
    const at = path.indexOf(`programs/${folder}`);
    if (at >= 0) files[path.slice(at + `programs/${folder}`.length)] = text;
  }
  return files;
}
