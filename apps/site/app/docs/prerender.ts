import { readPages } from "./catalogue/read-pages.ts";
import { redirects } from "./catalogue/redirects.ts";

/** The addresses of this folder that are HTML at build time. */
export function docsPaths(): string[] {
  return [...readPages().keys(), ...redirects.keys()];
}
