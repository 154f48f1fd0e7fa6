/**
 * `npm run check:regexes`: finds regular expressions in the sources of packages whose time grows faster than their
 * input. External text must be read by a scanner, or by an expression without overlapping adjacent classes, or be
 * truncated first.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { analyse } from "scslre";
import { root } from "./sources.ts";

/** Expressions that only read short texts, or texts of the operator or developer, by file and source. */
const exemptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "packages/server/src/config.ts": {
    "^\\s*([^=]+?)\\s*=\\s*(\\S+)\\s*$": "The operator writes the setting.",
  },
  "packages/create-weft/src/create.ts": { "^[-.]+|[-.]+$": "The developer names the folder." },
  "packages/create-weft/src/template.ts": {
    '\\b(?:from|import)\\s*\\(?\\s*"([^"]+)"|@import\\s+"([^"]+)"|import\\.meta\\.resolve\\(`([^`$]+)':
      "It reads our own examples.",
    "\\s+as\\s+": "It reads our own examples.",
  },
  "packages/collab/src/guides/description.ts": { "\\s+\\S*$": "The text is cut to 160 characters first." },
  "packages/collab/src/guides/slug.ts": { "^-+|-+$": "The text is cut to 80 characters first." },
  "packages/collab/src/chats/passages-answer.ts": { "\\s+\\S*$": "The text is cut to the length that is shown first." },
};

interface Node {
  readonly type?: string;
  readonly start?: number;
  readonly regex?: { readonly pattern: string; readonly flags: string };
}

const problems: string[] = [];
let found = 0;
for (const file of globSync("packages/*/src/**/*.ts", { cwd: root })) {
  if (/\.(test|test-d|bench)\.ts$/.test(file)) continue;
  const text = readFileSync(join(root, file), "utf8");
  visit(parseAst(text, { lang: "ts" }), (pattern, flags, at) => {
    found++;
    const { reports } = analyse({ source: pattern, flags });
    if (reports.length === 0 || exemptions[file]?.[pattern] !== undefined) return;
    const growth = reports.some(({ exponential }) => exponential) ? "exponentially" : "faster than its input";
    problems.push(`${file}:${text.slice(0, at).split("\n").length}: the time of /${pattern}/${flags} grows ${growth}.`);
  });
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${found} regular expressions take time in proportion to what they read.`);

function visit(node: unknown, each: (pattern: string, flags: string, at: number) => void): void {
  if (typeof node !== "object" || node === null) return;
  const { type, regex, start = 0 } = node as Node;
  if (type === "Literal" && regex !== undefined && regex !== null) each(regex.pattern, regex.flags, start);
  else for (const child of Object.values(node)) visit(child, each);
}
