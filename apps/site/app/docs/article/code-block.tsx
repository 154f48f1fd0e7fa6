import { Check, Copy, ListOrdered, WrapText } from "lucide-react";
import { familyNames } from "../mdx/package-families.ts";

/** Longer blocks are collapsed until the user expands them. */
const longFrom = 40;

/** Shorter blocks need no line numbers. */
const numberedFrom = 10;

const names: Readonly<Record<string, string>> = {
  bash: "Shell",
  sh: "Shell",
  console: "Shell",
  ts: "TypeScript",
  tsx: "TSX",
  js: "JavaScript",
  jsx: "JSX",
  json: "JSON",
  html: "HTML",
  css: "CSS",
  vue: "Vue",
  svelte: "Svelte",
  python: "Python",
  nginx: "nginx",
  yaml: "YAML",
  sql: "SQL",
  diff: "Diff",
};

/** A code block, highlighted at build time. The page's script copies, numbers, wraps and expands it. */
export function CodeBlock({
  language,
  html,
  lines,
  file,
  numbers,
  keys,
  own,
}: {
  language: string;
  html: string;
  lines: string;
  file?: string;
  numbers?: string;
  keys?: string;
  /** It uses what only one family of packages has. */
  own?: string;
}) {
  const folded = Number(lines) > longFrom;
  const name = file ?? names[language] ?? "Text";
  return (
    <>
      {keys !== undefined && (
        <div className="own-keys" data-own-keys="">
          <a href="/sign-in">Sign in to fill in your keys</a>
        </div>
      )}
      <figure
        className="code"
        data-code=""
        data-folded={folded ? "" : undefined}
        data-numbered={numbers === undefined ? undefined : ""}
        data-wrapped=""
      >
        <figcaption>
          <span className={file === undefined ? "code-language" : "code-file"}>{name}</span>
          {own !== undefined && <span className="code-own">{familyNames.weft} only</span>}
          <span className="code-actions needs-script">
            {Number(lines) >= numberedFrom && (
              <button
                type="button"
                data-numbers=""
                aria-pressed={numbers !== undefined}
                aria-label="Line numbers"
                title="Line numbers"
              >
                <ListOrdered aria-hidden />
              </button>
            )}
            <button type="button" data-wrap="" aria-pressed="true" aria-label="Wrap lines" title="Wrap lines">
              <WrapText aria-hidden />
            </button>
            <button type="button" data-copy="" aria-label={`Copy ${name}`} title="Copy">
              <Copy aria-hidden className="copy-icon" />
              <Check aria-hidden className="copied-icon" />
            </button>
          </span>
        </figcaption>
        <pre tabIndex={0}>
          <code dangerouslySetInnerHTML={{ __html: html }} />
        </pre>
        {folded && (
          <button type="button" className="code-unfold needs-script" data-unfold="" aria-expanded="false">
            Show all {lines} lines
          </button>
        )}
      </figure>
    </>
  );
}
