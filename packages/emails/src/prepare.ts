/** The data of emails, in each format. */
import type { BaseUserMeta, TextMentionNotificationEvent, ThreadNotificationEvent } from "@weft/node";
import type { ReactNode } from "react";
import { htmlContent } from "./html-content.ts";
import type { CommentStyles, EditorStyles } from "./html-content.ts";
import type { NameResolvers } from "./names.ts";
import { reactContent } from "./react-content.ts";
import type { CommentComponents, EditorComponents } from "./react-content.ts";
import { textContent } from "./text-content.ts";
import { textMentionEmailData } from "./text-mention.ts";
import type { TextMentionEmailData } from "./text-mention.ts";
import { threadEmailData } from "./unread-thread.ts";
import type { EmailClient, ThreadEmailData } from "./unread-thread.ts";

/** Names, and styles of comments. */
export interface ThreadHtmlOptions<U extends BaseUserMeta = BaseUserMeta> extends NameResolvers<U> {
  readonly styles?: Partial<CommentStyles>;
}
/** Names, and components of comments. */
export interface ThreadReactOptions<U extends BaseUserMeta = BaseUserMeta> extends NameResolvers<U> {
  readonly components?: Partial<CommentComponents<U>>;
}
/** Names, and styles of the text around a mention. */
export interface TextMentionHtmlOptions<U extends BaseUserMeta = BaseUserMeta> extends NameResolvers<U> {
  readonly styles?: Partial<EditorStyles>;
}
/** Names, and components of the text around a mention. */
export interface TextMentionReactOptions<U extends BaseUserMeta = BaseUserMeta> extends NameResolvers<U> {
  readonly components?: Partial<EditorComponents<U>>;
}

/**
 * What a thread has that its reader has not read, with comments as HTML: text is escaped, and styles are inline. Null if everything was
 * read or deleted since the event.
 *
 * @example
 * const email = await prepareThreadNotificationEmailAsHtml(weft, event, { resolveUsers, resolveRoomInfo });
 */
export function prepareThreadNotificationEmailAsHtml(
  client: EmailClient,
  event: ThreadNotificationEvent,
  options: ThreadHtmlOptions = {},
): Promise<ThreadEmailData<string> | null> {
  return threadEmailData(client, event, options, htmlContent(options.styles));
}

/**
 * What a thread has that its reader has not read, with comments as React nodes, for a template that is written in React. Null if
 * everything was read or deleted since the event.
 */
export function prepareThreadNotificationEmailAsReact(
  client: EmailClient,
  event: ThreadNotificationEvent,
  options: ThreadReactOptions = {},
): Promise<ThreadEmailData<ReactNode> | null> {
  return threadEmailData(client, event, options, reactContent({ comment: options.components }));
}

/** What a thread has that its reader has not read, with comments as plain text. Null if everything was read or deleted since. */
export function prepareThreadNotificationEmailAsText(
  client: EmailClient,
  event: ThreadNotificationEvent,
  options: NameResolvers = {},
): Promise<ThreadEmailData<string> | null> {
  return threadEmailData(client, event, options, textContent);
}

/**
 * The mention in a text that its reader has not read, and the block around it as HTML. Null if it was read or deleted since the event.
 *
 * @example
 * const email = await prepareTextMentionNotificationEmailAsHtml(weft, event, { resolveUsers, resolveRoomInfo });
 */
export function prepareTextMentionNotificationEmailAsHtml(
  client: EmailClient,
  event: TextMentionNotificationEvent,
  options: TextMentionHtmlOptions = {},
): Promise<TextMentionEmailData<string> | null> {
  return textMentionEmailData(client, event, options, htmlContent(options.styles));
}

/**
 * The mention in a text that its reader has not read, and the block around it as React nodes. Null if it was read or deleted since the
 * event.
 */
export function prepareTextMentionNotificationEmailAsReact(
  client: EmailClient,
  event: TextMentionNotificationEvent,
  options: TextMentionReactOptions = {},
): Promise<TextMentionEmailData<ReactNode> | null> {
  return textMentionEmailData(client, event, options, reactContent({ editor: options.components }));
}

/** The mention in a text that its reader has not read, and the block around it as plain text. Null if it was read or deleted since. */
export function prepareTextMentionNotificationEmailAsText(
  client: EmailClient,
  event: TextMentionNotificationEvent,
  options: NameResolvers = {},
): Promise<TextMentionEmailData<string> | null> {
  return textMentionEmailData(client, event, options, textContent);
}
