/** `create-weft migrate`: moves an application from the official packages to Weft's own. */
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { parseArgs } from "node:util";
import { isManifest, isSource, planMigration } from "./plan.ts";
import type { MigrationPlan, MigrationOptions, SourceFile } from "./plan.ts";

export const migrateHelp = `Moves an application from the official packages to Weft's own: imports, mocks and dependencies.

  create-weft migrate [folder]

Options
  --server <address>  Your Weft server. Dependencies become the packages that it serves.
  --dry-run           Shows the changes and writes nothing.
  --force             Migrates packages that share objects with packages without a twin.
  --help              Shows this help.
`;

/** Output of builds and tools, by the names that they commonly have. Folders that begin with a dot are left out too. */
const notSources = new Set(["node_modules", "dist", "build", "out", "coverage", "storybook-static", "vendor"]);
const lockFiles = new Set(["package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml"]);
const largestFile = 2_000_000;

export interface MigrationRun extends MigrationOptions {
  readonly folder: string;
  readonly dryRun: boolean;
}

/** Runs the command with its arguments, without the word `migrate`. Answers what to print. */
export async function migrateCommand(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      server: { type: "string" },
      "dry-run": { type: "boolean", default: false },
      force: { type: "boolean", default: false },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return migrateHelp;
  if (positionals.length > 1) throw new Error("Give one folder. Quote its name if it has spaces.");
  const run = {
    folder: positionals[0] ?? ".",
    server: originOf(values.server),
    dryRun: values["dry-run"],
    force: values.force,
  };
  return describeMigration(await migrateApplication(run), run);
}

/** Migrates the application in a folder, and answers what it changed, or would change. */
export async function migrateApplication({ folder, dryRun, ...options }: MigrationRun): Promise<MigrationPlan> {
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined || !found.isDirectory()) throw new Error(`${folder} is not a folder.`);
  const unread: string[] = [];
  const files = await filesOf(folder, folder, unread);
  const plan = planMigration(files, options);
  if (!dryRun) for (const { path, text } of plan.changes) await writeFile(join(folder, path), text);
  if (unread.length === 0) return plan;
  return { ...plan, remaining: [...plan.remaining, `Not read, because not UTF-8 text: ${unread.join(", ")}.`] };
}

/** What a migration did, for a terminal. */
export function describeMigration(
  { changes, kept, remaining }: MigrationPlan,
  { dryRun }: { dryRun: boolean },
): string {
  const lines: string[] = [];
  const count = changes.reduce((sum, { edits }) => sum + edits.length, 0);
  if (changes.length === 0) lines.push("Nothing to migrate.");
  else
    lines.push(
      `${dryRun ? "Would change" : "Changed"} ${counted(count, "line")} in ${counted(changes.length, "file")}.`,
      "",
    );
  for (const { path, edits } of changes) {
    lines.push(dryRun ? path : `  ${path} (${edits.length})`);
    if (dryRun) for (const { line, from, to } of edits) lines.push(...diffOf(line, from, to));
  }
  if (kept.length > 0) lines.push("", "Kept", ...kept.map(({ name, reason }) => `  ${name}: ${reason}`));
  if (remaining.length > 0) lines.push("", "Left to do", ...remaining.map((step) => `  - ${step}`));
  return `${lines.join("\n")}\n`;
}

function diffOf(line: number, from: string, to: string): readonly string[] {
  const place = String(line).padStart(6);
  const space = " ".repeat(place.length);
  const rows = (text: string) => text.split(/\r?\n/).filter((row) => row.trim() !== "");
  const removed = rows(from).map((row, index) => `${index === 0 ? place : space} - ${row.trim()}`);
  return [...removed, ...rows(to).map((row) => `${space} + ${row.trim()}`)];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function originOf(server: string | undefined): string | undefined {
  if (server === undefined) return undefined;
  if (!/^https?:\/\//.test(server) || !URL.canParse(server))
    throw new Error(`${server} is not an address. Example: http://localhost:7070`);
  const { origin, pathname } = new URL(server);
  return origin + (pathname.endsWith("/") ? pathname.slice(0, -1) : pathname);
}

async function filesOf(root: string, folder: string, unread: string[]): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const place = join(folder, entry.name);
    if (entry.isDirectory()) {
      const isHidden = entry.name.startsWith(".") && entry.name !== ".storybook";
      if (!notSources.has(entry.name) && !isHidden) files.push(...(await filesOf(root, place, unread)));
    } else if (entry.isFile() && isRead(entry.name) && (await stat(place)).size <= largestFile) {
      const path = relative(root, place).split(sep).join("/");
      const text = textOf(await readFile(place));
      if (text !== undefined) files.push({ path, text });
      else if (isSource(path) || isManifest(path)) unread.push(path);
    }
  }
  return files;
}

function isRead(name: string): boolean {
  if (lockFiles.has(name)) return false;
  return isSource(name) || /\.(?:json|html|mdx?|astro|ya?ml)$/.test(name);
}

/** The text of a file with its byte order mark, or undefined if it is not UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
