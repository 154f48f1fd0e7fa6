/**
 * `npm run check:sizes`: in the sources of the packages, no file has more than 600 lines, and no function more than
 * 120, tables aside. Larger code contains more than one concept.
 */
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "rolldown/parseAst";

const fileLines = 600;
const functionLines = 120;

/** Files, and functions as `file#name`, that may be longer, each with the reason. */
const justified: Readonly<Record<string, string>> = {
  "packages/protocol/src/limits.ts": "two tables of numbers, which are read by name",
  "packages/server/src/config.ts": "the table of settings, with the rules that join them",
  "packages/server/src/compose/copilots.ts#openAssistance": "part of the object graph, top to bottom",
  "packages/server/src/compose/dashboard.ts#openDashboard": "part of the object graph, top to bottom",
  "packages/server/src/compose/live-rooms.ts#openLiveRooms": "part of the object graph, top to bottom",
  "packages/server/src/site/sign-in-library.ts#settingsOf": "the settings of a library, as one object",
  "packages/server/src/site/sso-sign-in.ts#ssoSignInRoutes": "the steps of one sign-in, which share their counters",
  "packages/store/src/migrations/0001-rooms.ts#statements":
    "the text of one published migration, a table of statements",
  "packages/store/src/migrations/0004-accounts.ts#statements":
    "the text of one published migration, a table of statements",
  "packages/store/src/migrations/0005-activity.ts#statements":
    "the text of one published migration, a table of statements",
  "packages/store/src/migrations/0008-comments.ts#statements":
    "the text of one published migration, a table of statements",
};

const root = fileURLToPath(new URL("..", import.meta.url));

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const isFunction = ({ type }: Node) =>
  type === "FunctionDeclaration" || type === "FunctionExpression" || type === "ArrowFunctionExpression";
const nameIn = (node: Node): string | undefined => {
  const name = node["id"] ?? node["key"];
  return isNode(name) && typeof name["name"] === "string" ? name["name"] : undefined;
};

/** Every function of a file, with its name. */
function* functionsIn(value: unknown, name = "anonymous"): Generator<{ readonly name: string; readonly node: Node }> {
  if (Array.isArray(value)) {
    for (const one of value) yield* functionsIn(one, name);
    return;
  }
  if (!isNode(value)) return;
  const known = nameIn(value) ?? name;
  if (isFunction(value)) yield { name: known, node: value };
  for (const child of Object.values(value)) if (typeof child === "object") yield* functionsIn(child, known);
}

const found = new Map<string, string>();
const files = globSync("packages/*/src/**/*.{ts,tsx}", { cwd: root }).filter(
  (file) => !/\.(?:test|test-d|bench)\.tsx?$|\/testing\//.test(file),
);
for (const file of files) {
  const text = readFileSync(resolve(root, file), "utf8");
  const lines = text.split("\n").length - 1;
  if (lines > fileLines) found.set(file, `${file} has ${lines} lines, and at most ${fileLines} are allowed.`);
  if (lines <= functionLines) continue;
  const lineAt = (offset: number) => text.slice(0, offset).split("\n").length;
  for (const { name, node } of functionsIn(parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }, file).body)) {
    const long = lineAt(node.end) - lineAt(node.start) + 1;
    if (long > functionLines)
      found.set(
        `${file}#${name}`,
        `${file}:${lineAt(node.start)}: ${name} has ${long} lines, and at most ${functionLines} are allowed.`,
      );
  }
}

const faults = [...found].filter(([place]) => !Object.hasOwn(justified, place)).map(([, fault]) => fault);
for (const place of Object.keys(justified))
  if (!found.has(place)) faults.push(`${place} is short enough: take it out of \`justified\` in scripts/sizes.ts.`);

for (const fault of faults) console.error(fault);
console.log(
  faults.length === 0
    ? `${files.length} files of at most ${fileLines} lines, with functions of at most ${functionLines}.`
    : `${faults.length} files and functions are too long.`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
