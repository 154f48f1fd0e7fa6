/** The same page for another framework. */
export interface Variant {
  readonly framework: string;
  readonly href: string;
}

/** Frameworks by the names that addresses give them, in the order of the picker. */
const frameworks = {
  react: "React",
  nextjs: "Next.js",
  javascript: "JavaScript",
  svelte: "Svelte",
  vuejs: "Vue",
  solidjs: "Solid",
  remix: "Remix",
  sveltekit: "SvelteKit",
  nuxtjs: "Nuxt",
  express: "Express",
  firebase: "Firebase",
} as const;

type Name = keyof typeof frameworks;
const names = Object.keys(frameworks) as Name[];

/** What a page is about, and for which framework: `react-tiptap` and `yjs-tiptap-svelte` are about Tiptap. */
function readRoute(route: string): { readonly subject: string; readonly name: Name } | undefined {
  const [, folder, rest] = /^(\/docs\/get-started|\/docs\/authentication\/[\w-]+)\/([\w-]+)$/u.exec(route) ?? [];
  if (folder === undefined || rest === undefined) return undefined;
  const parts = rest.replace(/^yjs-/u, "").split("-");
  const name = names.find((candidate) => parts.includes(candidate));
  if (name === undefined) return undefined;
  return { subject: `${folder}/${parts.filter((part) => part !== name).join("-")}`, name };
}

/** The variants of a page, itself among them; none when it is the only one. */
export function variantsOf(route: string, routes: Iterable<string>): readonly Variant[] {
  const own = readRoute(route);
  if (own === undefined) return [];
  const found = [...routes].flatMap((href) => {
    const read = readRoute(href);
    return read?.subject === own.subject ? [{ name: read.name, href }] : [];
  });
  if (found.length < 2) return [];
  return found
    .toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
    .map(({ name, href }) => ({ framework: frameworks[name], href }));
}
