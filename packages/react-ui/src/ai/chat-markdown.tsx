/** How Markdown of answers is rendered: links by the configured component, code with a button that copies it. */
import type { ReactElement } from "react";
import type { GlobalComponents } from "../config.tsx";
import { defaultMarkdownComponents } from "../markdown/components.tsx";
import type { MarkdownComponents, MarkdownComponentsCodeBlockProps } from "../markdown/components.tsx";
import { CopyButton } from "./copy-button.tsx";

const byAnchor = new WeakMap<object, MarkdownComponents>();
const native: MarkdownComponents = { ...defaultMarkdownComponents, CodeBlock: CodeWithCopy };

/** The same components for the same `Anchor`, so that finished blocks are not rendered again. */
export function chatMarkdown(Anchor: GlobalComponents["Anchor"]): MarkdownComponents {
  if (typeof Anchor === "string") return native;
  const known = byAnchor.get(Anchor);
  if (known !== undefined) return known;
  const components: MarkdownComponents = {
    ...native,
    Link: ({ href, title, children }) => (
      <Anchor href={href} title={title} target="_blank" rel="noopener noreferrer">
        {children}
      </Anchor>
    ),
  };
  byAnchor.set(Anchor, components);
  return components;
}

function CodeWithCopy({ code, language }: MarkdownComponentsCodeBlockProps): ReactElement {
  return (
    <div className="lb-code-block">
      <div className="lb-code-block-header">
        <span className="lb-code-block-title">{language}</span>
        <CopyButton text={code} />
      </div>
      <pre className="lb-code-block-content" data-language={language} tabIndex={0}>
        <code>{code}</code>
      </pre>
    </div>
  );
}
