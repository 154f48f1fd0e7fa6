import type { ComponentProps, ReactNode } from "react";
import ReactMarkdown, { defaultUrlTransform } from "react-markdown";
import type { Components, ExtraProps, Options } from "react-markdown";
import { Link } from "react-router";
import remarkGfm from "remark-gfm";
import { CodeBlock } from "./code-block.tsx";

export interface MarkdownProps {
  children: string;
  /** Defaults to the small text of a chat. */
  className?: string;
  rehypePlugins?: Options["rehypePlugins"];
  /** Whether code is coloured. Text that is still being written is not. */
  coloured?: boolean;
}

/**
 * Markdown that others have written, such as a model: HTML in it is text, links lead to web addresses and pages of this site
 * alone, and images, which would be fetched from anywhere, are their descriptions. The page around it has the `h1`.
 */
export function Markdown({ children, className = "markdown", rehypePlugins, coloured = false }: MarkdownProps) {
  return (
    <div className={className}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={rehypePlugins}
        components={coloured ? colouredComponents : components}
        urlTransform={defaultUrlTransform}
      >
        {children}
      </ReactMarkdown>
    </div>
  );
}

const components: Components = {
  h1: ({ id, children }) => <h2 id={id}>{children}</h2>,
  a: ({ href = "", children }) => <MarkdownLink href={href}>{children}</MarkdownLink>,
  img: ({ alt }) => <span>{alt}</span>,
  pre: ({ node, children }) => fencedCode(node, children, false),
  // A wide table scrolls by itself.
  table: ({ children }) => (
    <div className="table-frame overflow-x-auto" tabIndex={0} role="group" aria-label="Table">
      <table>{children}</table>
    </div>
  ),
  input: (props: ComponentProps<"input">) => <input {...props} aria-label={props.checked ? "Done" : "To do"} />,
};

const colouredComponents: Components = {
  ...components,
  pre: ({ node, children }) => fencedCode(node, children, true),
};

function fencedCode(node: ExtraProps["node"], children: ReactNode, coloured: boolean): ReactNode {
  const code = node?.children[0];
  if (code?.type !== "element" || code.tagName !== "code") return <pre>{children}</pre>;
  const text = code.children.map((child) => (child.type === "text" ? child.value : "")).join("");
  const [, language] = /language-(\S+)/.exec(String(code.properties["className"] ?? "")) ?? [];
  return (
    <CodeBlock
      code={text.replace(/\n$/, "")}
      {...(language !== undefined && { title: language, ...(coloured && { language }) })}
    />
  );
}

function MarkdownLink({ href, children }: { href: string; children: ReactNode }) {
  if (href.startsWith("#")) return <a href={href}>{children}</a>;
  const url = URL.parse(href, location.origin);
  if (url === null || !/^https?:$|^mailto:$/.test(url.protocol)) return <>{children}</>;
  if (url.origin === location.origin) return <Link to={url.pathname + url.search + url.hash}>{children}</Link>;
  return (
    <a href={url.href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}
