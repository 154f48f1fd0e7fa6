import { clsx } from "clsx";
import { Fragment } from "react";
import { CopyButton } from "./copy-button.tsx";
import { useColouredCode } from "./use-coloured-code.ts";

export interface CodeBlockProps {
  code: string;
  /** A file name or a language. */
  title?: string;
  /** Colours it as this language, once the colours are loaded. */
  language?: string;
  /** Long lines wrap, so that nothing of them is out of sight. */
  wrapped?: boolean;
  className?: string;
}

/** Code made while the page runs: a snippet with a key in it, a body. Code of the docs is coloured at build time instead. */
export function CodeBlock({ code, title, language, wrapped = false, className }: CodeBlockProps) {
  const lines = useColouredCode(code, language);
  return (
    <figure className={clsx("overflow-hidden rounded-lg border border-line bg-sunken text-left", className)}>
      <figcaption className="flex h-10 items-center justify-between border-b border-line pr-1 pl-4 text-xs text-muted">
        <span className="font-mono">{title ?? "Code"}</span>
        <CopyButton text={code} name="Copy code" />
      </figcaption>
      <pre
        tabIndex={0}
        className={clsx(
          "p-4 text-[0.8125rem] leading-6 -outline-offset-2",
          wrapped ? "wrap-anywhere whitespace-pre-wrap" : "overflow-x-auto",
        )}
      >
        <code>
          {lines?.map((tokens, line) => (
            // The lines of a text have no other names.
            <Fragment key={line}>
              {line > 0 && "\n"}
              {tokens.map(({ text, kind }, at) => (
                <span key={at} className={kind && `t-${kind}`}>
                  {text}
                </span>
              ))}
            </Fragment>
          )) ?? code}
        </code>
      </pre>
    </figure>
  );
}
