import { createCssVariablesTheme, createHighlighterCore } from "shiki/core";
import type { HighlighterCore, LanguageInput } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";

/** A piece of code of one kind: `keyword`, `string`. Plain text has none. */
export interface CodeToken {
  readonly text: string;
  readonly kind?: string;
}

const languages: { readonly [name: string]: () => LanguageInput } = {
  bash: () => import("shiki/langs/bash.mjs"),
  css: () => import("shiki/langs/css.mjs"),
  diff: () => import("shiki/langs/diff.mjs"),
  html: () => import("shiki/langs/html.mjs"),
  http: () => import("shiki/langs/http.mjs"),
  json: () => import("shiki/langs/json.mjs"),
  jsx: () => import("shiki/langs/jsx.mjs"),
  python: () => import("shiki/langs/python.mjs"),
  sql: () => import("shiki/langs/sql.mjs"),
  svelte: () => import("shiki/langs/svelte.mjs"),
  tsx: () => import("shiki/langs/tsx.mjs"),
  vue: () => import("shiki/langs/vue.mjs"),
  yaml: () => import("shiki/langs/yaml.mjs"),
};

/** What models call these languages. */
const aliases: { readonly [name: string]: string } = {
  javascript: "jsx",
  js: "jsx",
  mjs: "jsx",
  typescript: "tsx",
  ts: "tsx",
  py: "python",
  sh: "bash",
  shell: "bash",
  zsh: "bash",
  yml: "yaml",
};

const theme = createCssVariablesTheme({ name: "kinds", variablePrefix: "--", fontStyle: false });
let opened: Promise<HighlighterCore> | undefined;

/** The lines of a piece of code in tokens; undefined for an unknown language. */
export async function colourCode(
  code: string,
  language: string,
): Promise<readonly (readonly CodeToken[])[] | undefined> {
  const name = aliases[language.toLowerCase()] ?? language.toLowerCase();
  if (!Object.hasOwn(languages, name)) return undefined;
  opened ??= createHighlighterCore({ themes: [theme], langs: [], engine: createJavaScriptRegexEngine() });
  const highlighter = await opened;
  if (!highlighter.getLoadedLanguages().includes(name)) await highlighter.loadLanguage(languages[name]!());
  return (
    highlighter
      // The first code of a language takes long, as its expressions are compiled: with the default limit of half a second, a
      // slow device would leave the rest of the line without colours.
      .codeToTokensBase(code, { lang: name, theme, tokenizeTimeLimit: 10_000, tokenizeMaxLineLength: 2_000 })
      .map((line) => line.map(({ content, color }) => ({ text: content, ...kindOf(color) })))
  );
}

function kindOf(color: string | undefined): Pick<CodeToken, "kind"> {
  const kind = /^var\(--token-([\w-]+)\)$/.exec(color ?? "")?.[1];
  return kind === undefined ? {} : { kind };
}
