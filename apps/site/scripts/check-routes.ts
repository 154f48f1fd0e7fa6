/**
 * Lists the addresses of the documentation's outline that have no page yet. They are no faults; an address that is listed
 * as missing and has a page is one, so that the list stays true.
 *
 *   node scripts/check-routes.ts
 */
import { missing, outline } from "../app/docs/catalogue/outline.ts";
import { readPages } from "../app/docs/catalogue/read-pages.ts";
import { redirects } from "../app/docs/catalogue/redirects.ts";

const pages = readPages();
const answered = (route: string) => pages.has(route) || redirects.has(route);
const unanswered = outline.filter((route) => !answered(route));
const faults = [
  ...unanswered.filter((route) => !missing.has(route)).map((route) => `${route} has no page.`),
  ...[...missing].filter(answered).map((route) => `${route} has a page, and is listed as missing.`),
];
for (const route of unanswered) console.log(`404  ${route}`);
console.log(`${outline.length} addresses in the outline, ${unanswered.length} without a page.`);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
