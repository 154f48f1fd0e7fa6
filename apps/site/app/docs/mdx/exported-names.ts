import exported from "../../../content/exports.json" with { type: "json" };

/** A name that a package exports, as the reference lists it. */
export interface ExportedName {
  readonly name: string;
  readonly kind: string;
  readonly signature: string;
  readonly summary: string;
  readonly aliasOf?: string;
  /** Such as `.` and `./suspense`. */
  readonly entries: readonly string[];
  /** By entry point, where another one has another signature. */
  readonly otherSignatures?: Readonly<Record<string, string>>;
}

const byPackage = exported as unknown as Readonly<Record<string, readonly ExportedName[]>>;

/** Everything that a package exports: the names of its main entry point first. */
export function exportedNames(name: string): readonly ExportedName[] {
  const names = byPackage[name];
  if (names === undefined) throw new Error(`@weft/${name} is no package whose exports are known.`);
  return names;
}

/** The packages with lists of names. */
export const describedPackages: readonly string[] = Object.keys(byPackage);

/** The anchor of a name in the list of its page. */
export function anchorOf(name: string): string {
  return `export-${name}`;
}

/** What a list says of a name, as Markdown. */
export function sentenceOf({ name, summary, aliasOf, kind }: ExportedName): string {
  if (aliasOf === undefined) return summary;
  if (/liveblocks/iu.test(name)) return `The official packages' name for \`${aliasOf}\`.`;
  return `The same ${kind === "interface" || kind === "type" ? "type" : "value"} as \`${aliasOf}\`.`;
}
