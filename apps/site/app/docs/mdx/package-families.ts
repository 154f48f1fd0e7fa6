/**
 * The two families of client packages: samples are written for Weft's own, and read for the official ones too.
 * Names that differ become markers before code is highlighted, and elements of both names after it; the style sheet shows one of
 * them. The same names make the text that is type-checked.
 */
export const families = ["weft", "liveblocks"] as const;
export type Family = (typeof families)[number];

/** How each family is called, as the switch and captions say it. */
export const familyNames: Readonly<Record<Family, string>> = { weft: "@weft/*", liveblocks: "@liveblocks/*" };

/** Packages of both families. */
const packages =
  "client|react|react-ui|node|yjs|zustand|redux|node-prosemirror|node-lexical|emails|react-tiptap|react-lexical|react-blocknote";

/** What is called otherwise in the official packages, in its order of precedence: what is found in code, and its other name. */
const differences: readonly { readonly pattern: RegExp; readonly official: (found: string) => string }[] = [
  {
    pattern: new RegExp(`@weft/(?:${packages})(?![\\w-])`, "gu"),
    official: (found) => found.replace("@weft/", "@liveblocks/"),
  },
  { pattern: /\bWeftEditorOptions\b/gu, official: () => "LiveblocksExtensionOptions" },
  // Types, classes, components and functions: `WeftProvider`, `new Weft(…)`, `interface Weft`, `createWeftContext`, `WithWeft`,
  // `useWeftExtension`, `withWeftSchema`.
  {
    pattern:
      /(?<![\w"'.]|(?<!<)\/)(?:create|With|with|use|useCreateBlockNoteWith)?Weft(?:Provider|YjsProvider|UiConfig|UiConfigProps|Error|ErrorContext|Context|Options|Plugin|PluginProps|Extension|ExtensionOptions|Schema|EditorOptions)?(?![\w"'])/gu,
    official: (found) => found.replace("Weft", "Liveblocks"),
  },
  {
    pattern: /(?<![\w"'/.])weft(?:Enhancer|Config)\b/gu,
    official: (found) => found.replace("weft", "liveblocks"),
  },
  // The middleware, not a variable of that name.
  { pattern: /(?<![\w"'/.])weft(?=\()|(?<=import \{ )weft(?=, )/gu, official: () => "liveblocks" },
];

/** The code as it is with the official packages. */
export function officialForm(code: string): string {
  return differences.reduce((text, { pattern, official }) => text.replaceAll(pattern, official), code);
}

/** The code with markers for the names that differ, and those names. Grammars take a marker for a name of its kind. */
export function markFamilies(code: string): {
  readonly text: string;
  readonly names: readonly (readonly [string, string])[];
} {
  const names: [string, string][] = [];
  const text = differences.reduce(
    (marked, { pattern, official }) =>
      marked.replaceAll(pattern, (found) => {
        names.push([found, official(found)]);
        // Types and components begin with a capital letter.
        return `${/^[A-Z]/u.test(found) ? "F" : "f"}amilyName${names.length - 1}Here`;
      }),
    code,
  );
  return { text, names };
}

/** HTML made from such code, with an element for each family's name. What is not shown at first is not copied. */
export function showFamilies(html: string, names: readonly (readonly [string, string])[]): string {
  return html.replaceAll(/[fF]amilyName(\d+)Here/gu, (_, index: string) => {
    const [own, official] = names[Number(index)]!;
    return `<span class="for-weft">${own}</span><span class="for-liveblocks" data-skip="">${official}</span>`;
  });
}

/** Whether the samples of a page are for both families. */
export function hasSwitch(page: string): boolean {
  return page.includes("<PackageSwitch");
}
