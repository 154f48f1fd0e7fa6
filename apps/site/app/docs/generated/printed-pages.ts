import type { DocPage, PrintedPage } from "../catalogue/page.ts";
import { apiReferencePage } from "./api-reference-page.ts";
import { errorCodePages, errorsPage } from "./error-pages.ts";
import { guidesPage } from "./guides-page.ts";
import { restReferencePage } from "./rest-reference-page.ts";

/** The pages that are printed from declarations, and from what is written. */
export function printedPages(written: readonly DocPage[]): readonly PrintedPage[] {
  return [
    apiReferencePage(written),
    restReferencePage(),
    errorsPage(written),
    ...errorCodePages(),
    ...(written.some(({ route }) => route.startsWith("/docs/guides/")) ? [guidesPage(written)] : []),
  ].filter(({ route }) => written.every((page) => page.route !== route));
}
