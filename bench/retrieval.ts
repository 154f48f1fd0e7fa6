/**
 * How often the search of a copilot's knowledge finds the page that answers a question, on the documentation of this
 * repository, with full-text search alone.
 *
 *   npm run bench:retrieval [-- --misses]
 */
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openKnowledgeBase } from "@weft/testkit/knowledge-base";
import { questions } from "./retrieval-questions.ts";

const content = join(import.meta.dirname, "..", "apps", "site", "content");
const origin = "https://docs.example/";

const pages = await Promise.all(
  globSync("{docs,guides}/**/*.mdx", { cwd: content }).map(async (file) => {
    const text = await readFile(join(content, file), "utf8");
    const [, head = "", body = text] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
    const title = /^title: *"?(.*?)"?$/m.exec(head)?.[1] ?? file;
    return { url: origin + file.replace(/(\/index)?\.mdx$/, ""), title, markdown: body };
  }),
);
for (const { pages: expected } of questions)
  for (const page of expected)
    if (!pages.some(({ url }) => url === origin + page)) throw new Error(`There is no page ${page}.`);

await using base = await openKnowledgeBase(pages);
const startedAt = performance.now();
const ranks: (number | undefined)[] = [];
for (const { question, pages: expected } of questions) {
  const found = await base.search([question]);
  const distinct = [...new Set(found.map(({ url = "" }) => url.replace(/#.*$/, "").slice(origin.length)))];
  const at = distinct.findIndex((page) => expected.includes(page));
  ranks.push(at === -1 ? undefined : at + 1);
  if (process.argv.includes("--misses") && (at === -1 || at >= 5))
    console.log(`missed  ${question}\n        ${distinct.slice(0, 5).join("\n        ")}`);
}
const durationMs = performance.now() - startedAt;
const recall = (most: number) => ranks.filter((rank) => rank !== undefined && rank <= most).length / ranks.length;
const reciprocal = ranks.reduce<number>((sum, rank) => sum + (rank === undefined ? 0 : 1 / rank), 0) / ranks.length;
console.log(`${questions.length} questions about ${pages.length} pages, full-text search alone`);
for (const most of [1, 3, 5]) console.log(`recall@${most}   ${recall(most).toFixed(2)}`);
console.log(`MRR        ${reciprocal.toFixed(2)}`);
console.log(`ms/search  ${(durationMs / questions.length).toFixed(1)}`);
