"use client";
import type { CommentBody as Body, CommentBodyInlineElement, CommentBodyText, MentionData } from "@weft/client";
import { forwardRef } from "react";
import type { ComponentPropsWithoutRef, ComponentType, ReactElement, ReactNode } from "react";
import { useComponents } from "../config.tsx";
import type { SlotProp } from "../ui/slot.tsx";
import { Slot } from "../ui/slot.tsx";

/** Props of `Comment.Mention`. */
export type CommentMentionProps = ComponentPropsWithoutRef<"span"> & SlotProp;
/** Props of `Comment.Link`. */
export type CommentLinkProps = ComponentPropsWithoutRef<"a"> & SlotProp;

/** What `components.Mention` of `Comment.Body` receives. */
export interface CommentBodyMentionProps {
  readonly mention: MentionData;
}

/** What `components.Link` of `Comment.Body` receives. */
export interface CommentBodyLinkProps {
  /** An absolute URL that runs no code. */
  readonly href: string;
  readonly children: ReactNode;
}

/** Components that `Comment.Body` renders mentions and links with. */
export interface CommentBodyComponents {
  readonly Mention: ComponentType<CommentBodyMentionProps>;
  readonly Link: ComponentType<CommentBodyLinkProps>;
}

/** Props of `Comment.Body`. */
export interface CommentBodyProps extends ComponentPropsWithoutRef<"div">, SlotProp {
  /** Without a body, nothing is rendered. */
  readonly body?: Body;
  readonly components?: Partial<CommentBodyComponents>;
}

/** A mention in a comment. */
export const CommentMention = forwardRef<HTMLSpanElement, CommentMentionProps>(function CommentMention(
  { asChild, ...props },
  ref,
) {
  return asChild === true ? <Slot {...props} ref={ref} /> : <span {...props} ref={ref} />;
});

/** A link in a comment. It opens in a new tab. */
export const CommentLink = forwardRef<HTMLAnchorElement, CommentLinkProps>(function CommentLink(
  { asChild, ...props },
  ref,
) {
  const shared = { target: "_blank", rel: "noopener noreferrer nofollow", ...props };
  const { Anchor } = useComponents();
  if (asChild === true) return <Slot {...shared} ref={ref} />;
  // A component may be a function without a ref.
  return Anchor === "a" ? <a {...shared} ref={ref} /> : <Anchor {...shared} />;
});

const defaults: CommentBodyComponents = {
  Mention: ({ mention }) => <CommentMention>@{mention.id}</CommentMention>,
  Link: ({ href, children }) => <CommentLink href={href}>{children}</CommentLink>,
};

/**
 * The text of a comment, without styles.
 *
 * @example
 * <Comment.Body body={comment.body} components={{ Mention: ({ mention }) => <b>@{mention.id}</b> }} />
 */
export const CommentBody = forwardRef<HTMLDivElement, CommentBodyProps>(function CommentBody(
  { body, components, asChild, children, ...props },
  ref,
) {
  if (body === undefined) return null;
  const used: CommentBodyComponents = { ...defaults, ...components };
  const content = body.content.map((block, at) => (
    // Blocks of a body do not move.
    // oxlint-disable-next-line react/no-array-index-key
    <p key={at}>
      {block.children.map((element, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Inline key={index} element={element} components={used} />
      ))}
      {block.children.every((each) => "text" in each && each.type === undefined && each.text === "") ? <br /> : null}
    </p>
  ));
  if (asChild === true)
    return (
      <Slot {...props} ref={ref}>
        {children}
      </Slot>
    );
  return (
    <div {...props} ref={ref}>
      {content}
    </div>
  );
});

interface InlineProps {
  readonly element: CommentBodyInlineElement;
  readonly components: CommentBodyComponents;
}

function Inline({ element, components: { Mention, Link } }: InlineProps): ReactNode {
  if (!("type" in element) || element.type === undefined) return markedText(element);
  if (element.type === "mention") {
    const { kind, id, userIds } = element;
    return <Mention mention={kind === "group" ? { kind, id, userIds } : { kind, id }} />;
  }
  const href = hrefOf(element.url);
  const text = element.text ?? element.url;
  return href === undefined ? text : <Link href={href}>{text}</Link>;
}

function markedText({ text, bold, italic, strikethrough, code }: CommentBodyText): ReactElement | string {
  let marked: ReactElement | string = text;
  if (code === true) marked = <code>{marked}</code>;
  if (strikethrough === true) marked = <s>{marked}</s>;
  if (italic === true) marked = <em>{marked}</em>;
  if (bold === true) marked = <strong>{marked}</strong>;
  return marked;
}

/** The address of a link; undefined where following it would run code. */
function hrefOf(url: string): string | undefined {
  // Browsers skip these characters where they read the scheme.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url.replaceAll(/[\p{Cc}\s]/gu, ""))?.[1]?.toLowerCase();
  if (scheme === undefined) return url.startsWith("www.") ? `https://${url}` : url;
  return ["http", "https", "mailto", "tel"].includes(scheme) ? url : undefined;
}
