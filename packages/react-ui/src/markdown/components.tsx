/** What the parts of Markdown are rendered with, unless the application says otherwise. */
import { useId } from "react";
import type { ComponentType, ReactElement, ReactNode } from "react";

/** Components for the parts of Markdown. Each one that is not given is the native element. */
export interface MarkdownComponents {
  readonly Paragraph: ComponentType<MarkdownComponentsParagraphProps>;
  /** Bold, italic and deleted text, and code in a line. */
  readonly Inline: ComponentType<MarkdownComponentsInlineProps>;
  readonly Link: ComponentType<MarkdownComponentsLinkProps>;
  readonly Heading: ComponentType<MarkdownComponentsHeadingProps>;
  readonly Blockquote: ComponentType<MarkdownComponentsBlockquoteProps>;
  readonly CodeBlock: ComponentType<MarkdownComponentsCodeBlockProps>;
  readonly Image: ComponentType<MarkdownComponentsImageProps>;
  readonly List: ComponentType<MarkdownComponentsListProps>;
  readonly Table: ComponentType<MarkdownComponentsTableProps>;
  readonly Separator: ComponentType;
}

/** What `components.Inline` of `Markdown` receives. */
export interface MarkdownComponentsInlineProps {
  type: "strong" | "em" | "code" | "del";
  children: ReactNode;
}

/** What `components.Paragraph` of `Markdown` receives. */
export interface MarkdownComponentsParagraphProps {
  children: ReactNode;
}

/** A cell of a table in Markdown. */
export interface MarkdownComponentsTableCell {
  align?: "left" | "center" | "right";
  children: ReactNode;
}

/** What `components.Table` of `Markdown` receives. */
export interface MarkdownComponentsTableProps {
  headings: MarkdownComponentsTableCell[];
  rows: MarkdownComponentsTableCell[][];
}

/** An item of a list in Markdown. One of a list of tasks is checked or not. */
export interface MarkdownComponentsListItem {
  /** Only of tasks. */
  checked?: boolean;
  children: ReactNode;
}

/** `start` is the number of the first item, of ordered lists. */
export type MarkdownComponentsListProps =
  | { type: "ordered"; items: MarkdownComponentsListItem[]; start: number }
  | { type: "unordered"; items: MarkdownComponentsListItem[]; start?: undefined };

/** What `components.Blockquote` of `Markdown` receives. */
export interface MarkdownComponentsBlockquoteProps {
  children: ReactNode;
}

/** The address is relative, or of http or https. */
export interface MarkdownComponentsImageProps {
  src: string;
  alt: string;
  title?: string;
}

/** What `components.Heading` of `Markdown` receives. */
export interface MarkdownComponentsHeadingProps {
  level: 1 | 2 | 3 | 4 | 5 | 6;
  children: ReactNode;
}

/** The address is relative, or of http, https or mailto. */
export interface MarkdownComponentsLinkProps {
  href: string;
  title?: string;
  children: ReactNode;
}

/** What `components.CodeBlock` of `Markdown` receives. */
export interface MarkdownComponentsCodeBlockProps {
  code: string;
  language?: string;
}

export const defaultMarkdownComponents: MarkdownComponents = {
  Paragraph: ({ children }) => <p>{children}</p>,
  Inline: ({ type: Element, children }) => <Element>{children}</Element>,
  Link: ({ href, title, children }) => (
    <a href={href} title={title} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
  Heading: ({ level, children }) => {
    const Element = `h${level}` as const;
    return <Element>{children}</Element>;
  },
  Blockquote: ({ children }) => <blockquote>{children}</blockquote>,
  CodeBlock: ({ language, code }) => (
    <pre data-language={language} tabIndex={0}>
      <code>{code}</code>
    </pre>
  ),
  Image: ({ src, alt, title }) => <img src={src} alt={alt} title={title} loading="lazy" />,
  List: ({ type, items, start }) => {
    const children = items.map((item, index) => <ListItem key={index} {...item} />);
    return type === "ordered" ? <ol start={start === 1 ? undefined : start}>{children}</ol> : <ul>{children}</ul>;
  },
  Table: ({ headings, rows }) => (
    <div className="lb-prose-table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {headings.map(({ align, children }, index) => (
              <th key={index} scope="col" data-align={align}>
                {children}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map(({ align, children }, column) => (
                <td key={column} data-align={align}>
                  {children}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  ),
  Separator: () => <hr />,
};

function ListItem({ checked, children }: MarkdownComponentsListItem): ReactElement {
  const id = useId();
  if (checked === undefined) return <li>{children}</li>;
  return (
    <li className="lb-prose-task">
      <input type="checkbox" checked={checked} disabled readOnly aria-labelledby={id} />
      <div id={id}>{children}</div>
    </li>
  );
}
