/**
 * Writes the files that are generated from declarations. With `--check`, reports which of them are out of date instead.
 *
 *   node scripts/generate.ts [--check]
 */
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { LimitScope, Budget, ErrorCode, ErrorEntry } from "@weft/protocol";
import {
  budgets,
  limitScopes,
  endpoints,
  errorExplanations,
  errors,
  fixedLimits,
  limits,
  openApiDocument,
  serverLimits,
  webhookRetryFactors,
} from "@weft/protocol";
import { settings } from "@weft/server";
import { readRows } from "@weft/server/asked-for";
import { capacityPage } from "@weft/bench/capacity";
import type { Published } from "@weft/bench/capacity";
import { apiReport, describePackage, listedNames } from "./declarations.ts";
import { readPromises } from "./promises.ts";
import { published } from "./published-packages.ts";
import { readSignatures } from "./signatures.ts";
import { readSiteMap, siteMapPage } from "./site-map.ts";

const root = new URL("../", import.meta.url);

const files: ReadonlyMap<string, () => string | Promise<string>> = new Map<string, () => string | Promise<string>>([
  [
    "packages/protocol/openapi.json",
    () => `${JSON.stringify(openApiDocument(endpoints, "http://localhost:7070"), null, 2)}\n`,
  ],
  [".env.example", environment],
  ["docs/limits.md", limitsPage],
  ["docs/errors.md", errorsPage],
  ["apps/site/content/reference.json", siteReference],
  ["apps/site/content/signatures.json", signatures],
  ["apps/site/content/exports.json", exportedNames],
  ...published.map((name) => [`packages/${name}/API.md`, () => apiReport(name, describePackage(name))] as const),
  ["apps/site/content/compatibility.json", compatibility],
  ["apps/site/content/measured.json", () => textOf("bench/published.json")],
  [
    "apps/site/content/promises.json",
    async () => `${JSON.stringify(readPromises(await textOf("docs/promises.md")), null, 2)}\n`,
  ],
  ["docs/scaling.md", async () => capacityPage(JSON.parse(await textOf("bench/published.json")) as Published)],
  ["docs/site-map.md", async () => siteMapPage(readSiteMap(await textOf("apps/site/site-map.tsv")))],
]);

function textOf(path: string): Promise<string> {
  return readFile(new URL(path, root), "utf8");
}

/** The features that work for applications of the official SDKs, from the lists of the conformance tests. */
async function compatibility(): Promise<string> {
  const manifest = JSON.parse(await textOf("conformance/package.json")) as { devDependencies: Record<string, string> };
  const packages = Object.entries(manifest.devDependencies)
    .filter(([name]) => name.startsWith("@liveblocks/") && name !== "@liveblocks/core")
    .map(([name, version]) => ({ name, version }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const hooks = JSON.parse(await textOf("conformance/react/hooks.json")) as { tested: string[]; untested: string[] };
  const rows = (await textOf("conformance/rest/specified-routes.tsv")).trim().split("\n").slice(1);
  const pendingAreas = JSON.parse(await textOf("conformance/rest/pending-areas.json")) as readonly string[];
  const areas = [...Map.groupBy(rows, (row) => row.split("\t")[0]!)].map(([name, of]) => ({
    name,
    routes: of.length,
    works: !pendingAreas.includes(name),
  }));
  const asked = readRows(await textOf("packages/server/src/asked-for/rows.tsv"));
  const missing = asked.flatMap(({ says, waitsFor }) => (waitsFor === undefined ? [] : [{ feature: waitsFor, says }]));
  const built = { lines: asked.length, tested: asked.length - missing.length };
  return `${JSON.stringify({ packages, hooks: [...hooks.tested, ...hooks.untested].toSorted(), areas, built, missing }, null, 2)}\n`;
}

/** Settings and limits, for pages of the site. */
function siteReference(): string {
  const bounds = Object.entries(limits).map(([name, value]) => ({
    name,
    value,
    unit: unitOf(name),
    fixed: Object.hasOwn(fixedLimits, name),
  }));
  const attempts = [0, ...webhookRetryFactors].map((factor, index) => ({
    attempt: index + 1,
    delayMs: factor * limits.webhookRetryMs,
  }));
  return `${JSON.stringify({ settings: settings(), limits: bounds, webhookAttempts: attempts }, null, 2)}\n`;
}

/** Signatures of what has a heading, for the reference pages of packages. */
function signatures(): string {
  const read = readSignatures(fileURLToPath(new URL("apps/site/content/docs/api-reference", root)));
  return `${JSON.stringify(read, null, 2)}\n`;
}

/** Everything that Weft's own packages export, for their reference pages. */
function exportedNames(): string {
  const byPackage = published.map((name) => [name, listedNames(describePackage(name))] as const);
  return `${JSON.stringify(Object.fromEntries(byPackage), null, 2)}\n`;
}

/** Every setting with what it is for; those that have a default show it. */
function environment(): string {
  const entries = settings().map(
    ({ env, description, default: fallback = "" }) => `# ${description}\n# ${env}=${fallback}\n`,
  );
  return `# Settings of the server, read once when it starts. Lines without "#" count.\n\n${entries.join("\n")}`;
}

/** Every limit by its name: those that `WEFT_LIMITS` takes, and those that no server changes. */
function limitsPage(): string {
  const table = (group: Readonly<Record<string, number>>, value: string) => [
    `| Limit | ${value} | Unit |`,
    "| --- | --: | --- |",
    ...Object.entries(group).map(
      ([name, number]) => `| \`${name}\` | ${number.toLocaleString("en")} | ${unitOf(name)} |`,
    ),
  ];
  return [
    "# Limits",
    "",
    "At a limit nothing is lost: a REST call is answered with an error that names the limit, a Storage op is refused and",
    "its client reloads, a connection that sends too much is read more slowly, and one that reads too little is closed",
    "with 1013 and comes back.",
    "",
    "## Limits of one server",
    "",
    "Another value for one of these goes into `WEFT_LIMITS`, a JSON object:",
    "`WEFT_LIMITS='{\"connectionsPerRoom\": 500}'`.",
    "",
    ...table(serverLimits, "Default"),
    "",
    "## Limits of the API",
    "",
    "Clients rely on these, so they have the same value on every server. A server whose `WEFT_LIMITS` names one of them",
    "does not start, and says so.",
    "",
    ...table(fixedLimits, "Value"),
    "",
    "## Budgets that many share",
    "",
    "What many owners use has a share for each, so that one of them never takes what others need. The smallest owner is",
    "named first.",
    "",
    "| What is shared | In total | Share of an owner | Given back after | At the bound |",
    "| --- | --- | --- | --- | --- |",
    ...Object.values<Budget>(budgets).map(budgetRow),
    "",
    "## In a cluster",
    "",
    "Limits of a room, of a connection and of what is stored are the same for all nodes. Of rates, quotas and shares, some are",
    "counted by all nodes together: each tells the others in portions, so that they may pass a limit by so much, and by what",
    "is on its way. While NATS is away, each node counts its own. The others are of each node.",
    "",
    "| Limit | Counted by | All nodes together may pass it by |",
    "| --- | --- | --- |",
    ...Object.entries(limitScopes).map(scopeRow),
    "",
  ].join("\n");
}

function scopeRow([name, scope]: readonly [string, LimitScope]): string {
  if (scope.by === "node") return `| \`${name}\` | each node | |`;
  return `| \`${name}\` | all nodes | ${scope.within ?? "nothing"} |`;
}

function budgetRow({ holds, total, shares, endsAfter, atBound }: Budget): string {
  const shown = shares.map(({ of, limit }) => `\`${limit}\` (${of})`).join(", ");
  return `| ${holds} | ${total === undefined ? "" : `\`${total}\``} | ${shown} | ${endsAfter === undefined ? "" : `\`${endsAfter}\``} | ${atBound} |`;
}

function unitOf(name: string): string {
  if (name.endsWith("Ms")) return "milliseconds";
  if (name.includes("Ttl") || name.includes("Seconds")) return "seconds";
  if (name === "storageFileNameLength") return "characters";
  if (/Length(Max|On\w+)?$/.test(name)) return name.startsWith("storage") ? "bytes" : "characters";
  if (name.endsWith("PerSecond")) return "per second";
  const sizes = [
    "frame",
    "frameScanFrom",
    "frameSlice",
    "bytesBurst",
    "outputSoft",
    "outputHard",
    "presence",
    "broadcastEvent",
    "liveObject",
    "liveValue",
    "liveText",
    "textHistoryBytes",
    "storageBytes",
    "storagePosition",
    "storageFile",
    "storageFilePart",
    "exportPart",
    "storageFilesPerRoom",
    "bytesPerProject",
    "bytesInDemo",
    "documentBytes",
    "documentWorkerHeap",
    "documentLogBytes",
    "versionBytesPerRoom",
    "webhookAnswer",
    "commentBody",
    "feedMetadata",
    "feedMessageData",
    "requestContent",
    "requestContentsAtOnce",
    "requestContentsInAll",
    "knowledgeFile",
    "knowledgeExtractionHeap",
    "chatFrame",
    "chatKnowledge",
    "chatOutput",
    "demoReceiverRequest",
    "webhookCatcherRequest",
    "webhookTestData",
  ];
  return sizes.includes(name) ||
    /Bytes(Waiting)?$/.test(name) ||
    /^rest(Body|StorageBody|DocumentBody|Headers|Unsent|Uploading(PerCaller)?)$/.test(name)
    ? "bytes"
    : "";
}

/** Every error that a caller can see. */
function errorsPage(): string {
  const sections = Object.entries<ErrorEntry>(errors).map(([code, { status, close, message, suggestion }]) =>
    [
      `## ${code}`,
      "",
      `HTTP ${status}${close === undefined ? "" : `, close code ${close}`}: ${message}`,
      "",
      errorExplanations[code as ErrorCode],
      ...(suggestion === undefined ? [] : ["", `**What to do:** ${suggestion}`]),
      "",
    ].join("\n"),
  );
  return [
    "# Errors",
    "",
    "An HTTP error is a JSON object with four strings: `error` (the code), `message`, `suggestion` and `docs`. A socket",
    "that is refused or ended is closed with the code given here; the close reason is the message.",
    "",
    ...sections,
  ].join("\n");
}

const check = process.argv.includes("--check");
for (const [name, generate] of files) {
  const file = new URL(name, root);
  const wanted = await generate();
  const found = await readFile(file, "utf8").catch(() => undefined);
  if (found === wanted) continue;
  if (check) {
    console.error(`${name} is out of date: run "npm run generate" and commit the result.`);
    process.exitCode = 1;
  } else {
    await writeFile(file, wanted);
    console.log(`Wrote ${name}.`);
  }
}
