/**
 * Lists the addresses of the documentation's outline that have no page: each is a fault.
 *
 *   node scripts/check-routes.ts
 */
import { outline } from "../app/docs/catalogue/outline.ts";
import { readPages } from "../app/docs/catalogue/read-pages.ts";
import { redirects } from "../app/docs/catalogue/redirects.ts";

const pages = readPages();
const unanswered = outline.filter((route) => !pages.has(route) && !redirects.has(route));
for (const route of unanswered) console.error(`404  ${route}`);
console.log(`${outline.length} addresses in the outline, ${unanswered.length} without a page.`);
if (unanswered.length > 0) process.exitCode = 1;
