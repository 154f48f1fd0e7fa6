import { composePrograms } from "./programs.ts";
import type { Program } from "./programs.ts";

const sources = import.meta.glob<string>("./programs/**/*.{ts,tsx,css}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const programs = composePrograms(sources);

/** The program of a chapter; undefined where there is no such chapter. */
export function readProgram(slug: string): Program | undefined {
  return programs.get(slug);
}
