/**
 * Which names of the official packages Weft's own packages export. `official-names.tsv` has all of them, by entry point; those
 * that are left out are in `official-names-missing.tsv`, each with its reason.
 */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "rolldown/parseAst";

export interface OfficialName {
  /** Without its scope, such as `client`. */
  readonly package: string;
  /** Such as `.` or `./suspense`. */
  readonly entry: string;
  readonly kind: "type" | "value";
  readonly name: string;
}

const root = fileURLToPath(new URL("..", import.meta.url));

function rowsOf(file: string): string[][] {
  const [, ...lines] = readFileSync(resolve(root, "scripts", file), "utf8")
    .trimEnd()
    .split("\n");
  return lines.filter((line) => line !== "").map((line) => line.split("\t"));
}

/** The names of the packages that exist. */
export function officialNames(): readonly OfficialName[] {
  return rowsOf("official-names.tsv")
    .map(([name, entry, kind, exported]) => ({
      package: name!,
      entry: entry!,
      kind: kind as OfficialName["kind"],
      name: exported!,
    }))
    .filter((each) => existsSync(resolve(root, "packages", each.package)));
}

/** Names that are left out on purpose, as `package entry name`, with the reasons. */
export function namesLeftOut(): ReadonlyMap<string, string> {
  return new Map(
    rowsOf("official-names-missing.tsv").map(([name, entry, exported, reason]) => [
      `${name} ${entry} ${exported}`,
      reason ?? "",
    ]),
  );
}

interface ExportNode {
  readonly type: string;
  readonly exportKind?: "type" | "value";
  readonly source?: { readonly value: string } | null;
  readonly exported?: { readonly name: string } | null;
  readonly declaration?: {
    readonly type: string;
    readonly id?: { readonly name: string };
    readonly declarations?: readonly { readonly id: { readonly name: string } }[];
  } | null;
  readonly specifiers?: readonly {
    readonly exported: { readonly name: string };
    readonly exportKind?: "type" | "value";
  }[];
}

/** The names that a file exports, and of which kind they are, as far as its syntax says. */
export function exportsOf(file: string): ReadonlyMap<string, "type" | "value"> {
  const lang = file.endsWith("x") ? "tsx" : "ts";
  const { body } = parseAst(readFileSync(file, "utf8"), { lang, sourceType: "module" }) as unknown as {
    readonly body: readonly ExportNode[];
  };
  const found = new Map<string, "type" | "value">();
  for (const node of body) {
    if (node.type === "ExportAllDeclaration" && node.exported != null) found.set(node.exported.name, "value");
    else if (node.type === "ExportAllDeclaration" && node.source != null) {
      const target = resolve(file, "..", node.source.value);
      if (existsSync(target)) for (const [name, kind] of exportsOf(target)) found.set(name, kind);
    }
    if (node.type !== "ExportNamedDeclaration") continue;
    for (const { exported, exportKind } of node.specifiers ?? [])
      found.set(exported.name, node.exportKind === "type" ? "type" : (exportKind ?? "value"));
    const { declaration } = node;
    if (declaration == null) continue;
    const kind = /Type|Interface/.test(declaration.type) ? "type" : "value";
    const names = declaration.declarations?.map(({ id }) => id.name) ?? [declaration.id!.name];
    for (const name of names) found.set(name, kind);
  }
  return found;
}

/** The file of an entry point of one of the packages. */
export function entryFile(name: string, entry: string): string | undefined {
  const folder = resolve(root, "packages", name);
  const { exports } = JSON.parse(readFileSync(resolve(folder, "package.json"), "utf8")) as {
    readonly exports: Readonly<Record<string, string>>;
  };
  const file = exports[entry];
  return file === undefined ? undefined : resolve(folder, file);
}
