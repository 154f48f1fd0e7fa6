/** Comments and texts as React nodes. */
import type {
  BaseUserMeta,
  CommentBodyInlineElement,
  CommentBodyLink,
  CommentBodyMention,
  CommentBodyText,
} from "@weft/node";
import { createElement, Fragment } from "react";
import type { ComponentType, ReactNode } from "react";
import type { ContentFormat } from "./content.ts";
import type { EditorMentionNode, EditorNode, EditorTextNode } from "./editor-nodes.ts";
import { absoluteUrl } from "./links.ts";
import { nameOf } from "./names.ts";
import type { EmailGroupInfo, MentionedId, ResolvedNames } from "./names.ts";

/** What the component around a comment gets. */
export interface CommentContainerProps {
  /** The paragraphs. */
  readonly children: ReactNode;
}
/** What the component of a paragraph gets. */
export interface CommentParagraphProps {
  /** Text, links and mentions. */
  readonly children: ReactNode;
}
/** What the component of a text gets. */
export interface EmailTextProps {
  readonly element: CommentBodyText;
}
/** What the component of a link gets. */
export interface EmailLinkProps {
  readonly element: CommentBodyLink;
  /** The absolute URL. A link that has none is text. */
  readonly href: string;
}
/** What the component of a mention in a comment gets. */
export interface EmailMentionProps<U extends BaseUserMeta = BaseUserMeta> {
  readonly element: CommentBodyMention;
  /** What `resolveUsers` answered, if a user is mentioned. */
  readonly user?: U["info"];
  /** What `resolveGroupsInfo` answered, if a group is mentioned. */
  readonly group?: EmailGroupInfo;
}

/** The components of a comment. */
export interface CommentComponents<U extends BaseUserMeta = BaseUserMeta> {
  readonly Container: ComponentType<CommentContainerProps>;
  readonly Paragraph: ComponentType<CommentParagraphProps>;
  readonly Text: ComponentType<EmailTextProps>;
  readonly Link: ComponentType<EmailLinkProps>;
  readonly Mention: ComponentType<EmailMentionProps<U>>;
}

/** What the component around a text gets. */
export interface EditorContainerProps {
  /** The text and its mentions. */
  readonly children: ReactNode;
}
/** What the component of a mention in a text gets. */
export interface EditorMentionProps<U extends BaseUserMeta = BaseUserMeta> {
  readonly element: EditorMentionNode;
  /** What `resolveUsers` answered, if a user is mentioned. */
  readonly user?: U["info"];
  /** What `resolveGroupsInfo` answered, if a group is mentioned. */
  readonly group?: EmailGroupInfo;
}
/** What the component of a piece of text gets. */
export interface EditorTextProps {
  readonly element: EditorTextNode;
}

/** The components of a text around a mention. */
export interface EditorComponents<U extends BaseUserMeta = BaseUserMeta> {
  readonly Container: ComponentType<EditorContainerProps>;
  readonly Mention: ComponentType<EditorMentionProps<U>>;
  readonly Text: ComponentType<EditorTextProps>;
}

type Marks = Partial<Omit<EditorTextNode, "type">> & { readonly text: string };

/** Text with its marks and line breaks. */
function Marked({ element }: { readonly element: Marks }): ReactNode {
  let node: ReactNode = element.text
    .split(/\r\n|[\n\r]/u)
    .map((line, index) => createElement(Fragment, { key: index }, index > 0 && createElement("br"), line));
  if (element.bold === true) node = createElement("strong", {}, node);
  if (element.italic === true) node = createElement("em", {}, node);
  if (element.strikethrough === true) node = createElement("s", {}, node);
  return element.code === true ? createElement("code", {}, node) : node;
}

interface MentionProps {
  readonly element: MentionedId;
  readonly user?: { readonly name?: unknown };
  readonly group?: { readonly name?: unknown };
}

function Mention({ element, user, group }: MentionProps): ReactNode {
  return createElement("span", { "data-mention": "" }, `@${nameOf(user ?? group, element.id)}`);
}

const commentBase: CommentComponents = {
  Container: ({ children }) => createElement("div", {}, children),
  Paragraph: ({ children }) => createElement("p", {}, children),
  Text: Marked,
  Link: ({ element, href }) =>
    createElement("a", { href, target: "_blank", rel: "noopener noreferrer" }, element.text ?? element.url),
  Mention: Mention as ComponentType<EmailMentionProps>,
};

const editorBase: EditorComponents = {
  Container: ({ children }) => createElement("div", {}, children),
  Mention: Mention as ComponentType<EditorMentionProps>,
  Text: Marked,
};

/** A format with these components in place of the package's own. */
export function reactContent<U extends BaseUserMeta>(given: {
  readonly comment?: Partial<CommentComponents<U>>;
  readonly editor?: Partial<EditorComponents<U>>;
}): ContentFormat<ReactNode, U> {
  const comment = { ...(commentBase as unknown as CommentComponents<U>), ...given.comment };
  const editor = { ...(editorBase as unknown as EditorComponents<U>), ...given.editor };
  const inline = (node: CommentBodyInlineElement, names: ResolvedNames<U>, key: number) => {
    if (node.type === "mention") return createElement(comment.Mention, { key, element: node, ...infoOf(node, names) });
    if (node.type !== "link") return createElement(comment.Text, { key, element: node });
    const href = absoluteUrl(node.url);
    return href === null
      ? createElement(comment.Text, { key, element: { text: node.text ?? node.url } })
      : createElement(comment.Link, { key, element: node, href });
  };
  const editorNode = (node: EditorNode, names: ResolvedNames<U>, key: number) =>
    node.type === "mention"
      ? createElement(editor.Mention, { key, element: node, ...infoOf(node, names) })
      : createElement(editor.Text, { key, element: node });
  return {
    comment: ({ content }, names) =>
      createElement(
        comment.Container,
        undefined as never,
        content.map(({ children }, key) =>
          createElement(
            comment.Paragraph,
            { key } as never,
            children.map((node, index) => inline(node, names, index)),
          ),
        ),
      ),
    editor: (nodes, names) =>
      createElement(
        editor.Container,
        undefined as never,
        nodes.map((node, index) => editorNode(node, names, index)),
      ),
  };
}

function infoOf<U extends BaseUserMeta>(mention: MentionedId, { users, groups }: ResolvedNames<U>) {
  return (mention.kind ?? "user") === "user" ? { user: users.get(mention.id) } : { group: groups.get(mention.id) };
}
