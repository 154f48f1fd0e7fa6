import { clsx } from "clsx";
import { CopyButton } from "./copy-button.tsx";

export interface CodeBlockProps {
  code: string;
  /** A file name or a language. */
  title?: string;
  className?: string;
}

/** Code made while the page runs: a snippet with a key in it, a body. Code of the docs is coloured at build time instead. */
export function CodeBlock({ code, title, className }: CodeBlockProps) {
  return (
    <figure className={clsx("overflow-hidden rounded-lg border border-line bg-sunken text-left", className)}>
      <figcaption className="flex h-10 items-center justify-between border-b border-line pr-1 pl-4 text-xs text-muted">
        <span className="font-mono">{title ?? "Code"}</span>
        <CopyButton text={code} name="Copy code" />
      </figcaption>
      <pre tabIndex={0} className="overflow-x-auto p-4 text-[0.8125rem] leading-6 -outline-offset-2">
        <code>{code}</code>
      </pre>
    </figure>
  );
}
