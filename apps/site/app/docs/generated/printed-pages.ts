import type { DocPage, PrintedPage } from "../catalogue/page.ts";
import { apiReferencePage } from "./api-reference-page.ts";
import { errorCodePages, errorsPage } from "./error-pages.ts";
import { guidesPage } from "./guides-page.ts";
import { liveblocksPage } from "./liveblocks-page.ts";
import { promisesPage } from "./promises-page.ts";
import { restReferencePages } from "./rest-reference-pages.ts";

/** The pages that are printed from declarations, and from what is written. */
export function printedPages(written: readonly DocPage[]): readonly PrintedPage[] {
  return [
    apiReferencePage(written),
    ...restReferencePages(),
    liveblocksPage(),
    promisesPage(),
    errorsPage(written),
    ...errorCodePages(),
    ...(written.some(({ route }) => route.startsWith("/docs/guides/")) ? [guidesPage(written)] : []),
  ].filter(({ route }) => written.every((page) => page.route !== route));
}
