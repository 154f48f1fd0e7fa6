import type { ReactNode } from "react";
import { CopyButton } from "../ui/copy-button.tsx";
import type { ColouredCode } from "./code-samples.server.ts";

/** Code with its file name and a button that copies it. */
export function CodePanel({ title, code, html }: ColouredCode & { title: ReactNode }) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border border-line bg-sunken">
      <figcaption className="flex h-11 items-center justify-between border-b border-line pr-1.5 pl-5 font-mono text-xs text-muted">
        {title}
        <CopyButton text={code} name="Copy code" />
      </figcaption>
      <pre tabIndex={0} className="overflow-x-auto p-5 text-[0.8125rem] leading-6 -outline-offset-2 lg:min-h-112">
        {/* Made by the highlighter at build time, from files of this repository. */}
        <code className="code-colours" dangerouslySetInnerHTML={{ __html: html }} />
      </pre>
    </figure>
  );
}
