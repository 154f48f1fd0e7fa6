/** Tokens of Markdown as elements. HTML in them is text. */
import { Fragment } from "react";
import type { ReactNode } from "react";
import { imageAddress, linkAddress } from "./address.ts";
import type { MarkdownComponents, MarkdownComponentsTableCell } from "./components.tsx";
import { decodeEntities } from "./entities.ts";
import type { MarkdownToken } from "./lexer.ts";

/** Elements of tokens. Their keys are their places, so that those that stay where they are stay mounted. */
export function elementsOf(tokens: readonly MarkdownToken[], components: MarkdownComponents): readonly ReactNode[] {
  return tokens.map((token, index) => <Fragment key={index}>{elementOf(token, components)}</Fragment>);
}

function within(token: { readonly tokens?: unknown }, components: MarkdownComponents): readonly ReactNode[] {
  return elementsOf((token.tokens ?? []) as readonly MarkdownToken[], components);
}

function elementOf(token: MarkdownToken, components: MarkdownComponents): ReactNode {
  const { Paragraph, Inline, Link, Heading, Blockquote, CodeBlock, Image, List, Table, Separator } = components;
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "br":
      return <br />;
    case "hr":
      return <Separator />;
    case "escape":
      return token.text;
    case "text":
      return token.tokens === undefined ? decodeEntities(token.text) : within(token, components);
    case "html":
      if (isLineBreak(token.raw)) return <br />;
      if ("block" in token && token.block) return <Paragraph>{token.raw.trim()}</Paragraph>;
      return token.raw;
    case "paragraph":
      return <Paragraph>{within(token, components)}</Paragraph>;
    case "strong":
    case "em":
    case "del":
      return <Inline type={token.type}>{within(token, components)}</Inline>;
    case "codespan":
      return <Inline type="code">{token.text}</Inline>;
    case "heading":
      return <Heading level={token.depth as 1}>{within(token, components)}</Heading>;
    case "blockquote":
      return <Blockquote>{within(token, components)}</Blockquote>;
    case "code":
      return <CodeBlock code={token.text} language={languageOf(token.lang)} />;
    case "link": {
      const href = linkAddress(token.href);
      if (href === undefined) return within(token, components);
      return (
        <Link href={href} title={titleOf(token.title)}>
          {within(token, components)}
        </Link>
      );
    }
    case "image": {
      const src = imageAddress(token.href);
      const alt = decodeEntities(token.text);
      return src === undefined ? alt : <Image src={src} alt={alt} title={titleOf(token.title)} />;
    }
    case "list": {
      const items = token.items.map((item) => ({
        ...(item.task ? { checked: item.checked === true } : {}),
        children: within(item, components),
      }));
      return token.ordered ? (
        <List type="ordered" items={items} start={token.start === "" ? 1 : token.start} />
      ) : (
        <List type="unordered" items={items} />
      );
    }
    case "table": {
      const cell = (of: (typeof token.header)[number]): MarkdownComponentsTableCell => ({
        ...(of.align === null ? {} : { align: of.align }),
        children: within(of, components),
      });
      return <Table headings={token.header.map(cell)} rows={token.rows.map((row) => row.map(cell))} />;
    }
    default:
      return null;
  }
}

/** Copilots break lines of tables with it. */
const isLineBreak = (html: string) => ["<br>", "<br/>", "<br />"].includes(html.trim().toLowerCase());

const titleOf = (title: string | null | undefined) =>
  title === null || title === undefined || title === "" ? undefined : decodeEntities(title);

/** The first word behind a fence. */
function languageOf(info: string | undefined): string | undefined {
  const [language] = (info ?? "").trim().split(/\s/);
  return language === undefined || language === "" ? undefined : language;
}
