/**
 * Checks the sources of the documentation: front matter is whole, related pages exist, no page brings its own title, and the
 * reference lists everything that Weft's own packages export.
 *
 *   node scripts/check-content.ts
 */
import { relative } from "node:path";
import { contentFolder, readPages } from "../app/docs/catalogue/read-pages.ts";
import { redirects } from "../app/docs/catalogue/redirects.ts";
import { headingsOf } from "../app/docs/mdx/headings.ts";
import { describedPackages, exportedNames, sentenceOf } from "../app/docs/mdx/exported-names.ts";
import { parseMdx } from "../app/docs/mdx/parse.ts";

const pages = readPages();
const faults: string[] = [];

for (const page of pages.values()) {
  const where = page.file === undefined ? page.route : relative(contentFolder, page.file);
  const fault = (text: string) => faults.push(`${where}: ${text}`);
  if (page.title === "") fault("the front matter has no title.");
  if (page.description === "") fault("the front matter has no description.");
  if (page.description.length > 200) fault("the description is longer than 200 characters.");
  if (page.file !== undefined && page.keywords.length === 0) fault("the front matter has no keywords.");
  if (page.file !== undefined && page.related.length === 0) fault("the front matter has no related pages.");
  for (const route of page.related) if (!pages.has(route)) fault(`its related page ${route} does not exist.`);
  try {
    const headings = headingsOf(parseMdx(page.body));
    if (headings.some(({ level }) => level === 1))
      fault("it has a heading of level 1; the title is drawn from the front matter.");
    const ids = headings.map(({ id }) => id);
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice !== undefined) fault(`two headings have the anchor ${twice}.`);
  } catch (error) {
    fault(`it cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
for (const name of describedPackages) {
  const page = pages.get(`/docs/api-reference/weft-${name}`);
  if (page === undefined) faults.push(`@weft/${name} has no page in the reference.`);
  else if (
    ![page, pages.get(`${page.route}/exports`)].some((list) => list?.body.includes(`<Exports package="${name}" />`))
  )
    faults.push(`${page.route}: it does not list what @weft/${name} exports.`);
  for (const exported of exportedNames(name))
    if (sentenceOf(exported) === "") faults.push(`${exported.name} of @weft/${name} has no doc comment.`);
}
for (const [from, to] of redirects) {
  if (pages.has(from)) faults.push(`redirects.ts: ${from} is a page.`);
  if (!pages.has(to)) faults.push(`redirects.ts: ${to} is no page.`);
}

for (const fault of faults) console.error(fault);
console.log(`${pages.size} pages, ${faults.length} faults.`);
if (faults.length > 0) process.exitCode = 1;
