/** Which official packages have a twin in Weft's own family, and which do not have one yet. */

/** The official packages' scope, and ours. */
export const officialScope = "@liveblocks/";
export const ownScope = "@weft/";

/** The version of the family that this command writes into a manifest. A test compares it with the packages. */
export const familyVersion = "0.1.0";

/** Packages in one side of an application: objects of one side are passed from package to package. */
export type Side = "browser" | "server";

interface Twin {
  readonly side: Side;
  /** Entry points besides the package itself. */
  readonly entries: readonly string[];
  /** Packages of the family that it depends on. */
  readonly needs: readonly string[];
}

/** Packages with a twin: the twin has the same name and the same exports. */
export const twins: Readonly<Record<string, Twin>> = {
  client: { side: "browser", entries: [], needs: [] },
  react: { side: "browser", entries: ["suspense"], needs: ["client"] },
  yjs: { side: "browser", entries: [], needs: ["client"] },
  zustand: { side: "browser", entries: [], needs: ["client"] },
  redux: { side: "browser", entries: [], needs: ["client"] },
  "react-ui": {
    side: "browser",
    entries: ["primitives", "styles.css", "styles/dark/media-query.css", "styles/dark/attributes.css"],
    needs: ["client", "react"],
  },
  node: { side: "server", entries: [], needs: ["client"] },
  "node-prosemirror": { side: "server", entries: [], needs: ["node"] },
  "node-lexical": { side: "server", entries: [], needs: ["node"] },
  emails: { side: "server", entries: [], needs: ["node"] },
  "react-tiptap": { side: "browser", entries: ["styles.css"], needs: ["client", "react", "react-ui", "yjs"] },
  "react-blocknote": {
    side: "browser",
    entries: ["styles.css"],
    needs: ["client", "react", "react-tiptap", "react-ui", "yjs"],
  },
  "react-lexical": { side: "browser", entries: ["styles.css"], needs: ["client", "react", "react-ui", "yjs"] },
};

/** All packages of the family that a twin needs: those that it depends on, and what they need. */
export function neededBy(twin: string): ReadonlySet<string> {
  return new Set(twins[twin]!.needs.flatMap((need) => [need, ...neededBy(need)]));
}

/** Packages without a twin that receive objects of another official package, each with what they share. */
export const holders: Readonly<Record<string, { readonly side: Side; readonly because: string }>> = {
  "react-flow": {
    side: "browser",
    because: "its hooks read the React context of @liveblocks/react, and @weft/react has a context of its own",
  },
  prosemirror: { side: "browser", because: "it expects a room of @liveblocks/client" },
};

/** `@liveblocks/react/suspense` is the package `react` and its entry `suspense`. */
export function officialPackage(specifier: string): { readonly name: string; readonly entry: string } | undefined {
  if (!specifier.startsWith(officialScope)) return undefined;
  const [name, ...rest] = specifier.slice(officialScope.length).split("/");
  return name === undefined || name === "" ? undefined : { name, entry: rest.join("/") };
}

/** The specifier of the twin, or undefined if there is none for this package or this entry of it. */
export function twinOf(specifier: string): string | undefined {
  const found = officialPackage(specifier);
  const twin = found === undefined || !Object.hasOwn(twins, found.name) ? undefined : twins[found.name];
  if (found === undefined || twin === undefined) return undefined;
  if (found.entry !== "" && !twin.entries.includes(found.entry)) return undefined;
  return ownScope + specifier.slice(officialScope.length);
}
