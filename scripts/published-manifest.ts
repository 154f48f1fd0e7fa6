/** Manifests of packages of the client family, as they are in the repository and as they are published. */

/** As it is in the repository: private, with entries that are sources. */
export interface SourceManifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly description?: string;
  readonly engines?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, object>>;
}

type Names = Readonly<Record<string, string>>;

export interface PublishedManifest extends Omit<SourceManifest, "exports" | "sideEffects"> {
  readonly repository?: { readonly type: "git"; readonly url: string; readonly directory: string };
  readonly type: "module";
  readonly sideEffects: false | readonly string[];
  readonly exports: Readonly<Record<string, { readonly types: string; readonly default: string }>>;
  readonly dependencies?: Names;
  readonly files: readonly string[];
}

/** `.` is `index`, and `./suspense` is `suspense`. */
export function entryName(entry: string): string {
  return entry === "." ? "index" : entry.slice(2);
}

/** Whether an entry is a style sheet. It exports nothing, which its types say: compilers refuse imports of what they cannot find. */
export function isStyleSheet(entry: string): boolean {
  return entry.endsWith(".css");
}

/** Style sheets are imported for their effect alone. */
const effects = "**/*.css";

/**
 * @param dependencies packages that the built code imports, and their versions.
 * @param repository owner and name at GitHub. Provenance of a package is refused without them.
 */
export function publishedManifest(
  source: SourceManifest,
  dependencies: Names,
  repository: string | undefined,
): PublishedManifest {
  const { name, version, license, description, engines, peerDependencies, peerDependenciesMeta } = source;
  const directory = `packages/${name.split("/")[1]}`;
  return {
    name,
    version,
    ...(description === undefined ? {} : { description }),
    license,
    ...(repository === undefined
      ? {}
      : { repository: { type: "git", url: `git+https://github.com/${repository}.git`, directory } }),
    type: "module",
    sideEffects: Object.keys(source.exports).some(isStyleSheet) ? [effects] : false,
    exports: Object.fromEntries(
      Object.keys(source.exports).map((entry) => {
        const path = `./dist/${entryName(entry)}`;
        return [entry, { types: `${path}.d.ts`, default: isStyleSheet(entry) ? path : `${path}.js` }];
      }),
    ),
    ...(engines === undefined ? {} : { engines }),
    ...(Object.keys(dependencies).length === 0 ? {} : { dependencies }),
    ...(peerDependencies === undefined ? {} : { peerDependencies }),
    ...(peerDependenciesMeta === undefined ? {} : { peerDependenciesMeta }),
    files: ["dist"],
  };
}

/** What is around a manifest. */
interface Surroundings {
  /** Names of the packages that are published, such as `@weft/client`. */
  readonly published: readonly string[];
  /** Paths of the files in the tarball, below its `package`. */
  readonly files: readonly string[];
  /** Whether it is published now, and so has to name its repository. */
  readonly isRelease: boolean;
}

/** Why this manifest must not be published. */
export function faultsOfManifest(manifest: Readonly<Record<string, unknown>>, around: Surroundings): readonly string[] {
  const { published, files, isRelease } = around;
  const { name, version, repository } = manifest;
  const faults: string[] = [];
  if ("private" in manifest) faults.push("It is private.");
  if (!published.includes(String(name))) faults.push(`Its name is ${String(name)}.`);
  for (const text of ["version", "description", "license"])
    if (typeof manifest[text] !== "string" || manifest[text] === "") faults.push(`It has no ${text}.`);
  if (isRelease && !String((repository as { url?: string } | undefined)?.url).startsWith("git+https:"))
    faults.push("It names no repository.");
  if ((manifest["engines"] as Names | undefined)?.["node"] === undefined) faults.push("It says no version of Node.js.");
  const entries = Object.entries((manifest["exports"] ?? {}) as Readonly<Record<string, Names>>);
  // Bundlers leave out imports of what is said to have no effect, and style sheets are imported for theirs.
  const expected = entries.some(([entry]) => isStyleSheet(entry)) ? [effects] : false;
  if (JSON.stringify(manifest["sideEffects"]) !== JSON.stringify(expected))
    faults.push("It does not say which of its files have side effects.");
  if ("scripts" in manifest || "devDependencies" in manifest)
    faults.push("It has scripts or dependencies of its sources.");
  if (entries.length === 0) faults.push("It exports nothing.");
  for (const [entry, conditions] of entries)
    for (const condition of ["types", "default"])
      if (!files.includes(String(conditions[condition]).replace("./", "")))
        faults.push(`${entry} has no file for ${condition}.`);
  for (const file of ["README.md", "LICENSE", "package.json"])
    if (!files.includes(file)) faults.push(`It has no ${file}.`);
  for (const kind of ["dependencies", "peerDependencies"])
    for (const [dependency, range] of Object.entries((manifest[kind] ?? {}) as Names)) {
      if (/^(workspace|file|link|git|https?):|^\*$/.test(range)) faults.push(`${dependency} is ${range}.`);
      if (!dependency.startsWith("@weft/")) continue;
      if (!published.includes(dependency)) faults.push(`${dependency} is not published.`);
      else if (range !== version) faults.push(`It depends on another version of ${dependency}: ${range}.`);
    }
  return faults;
}
