/** The data of emails by the names of the official package. */
import type { BaseUserMeta } from "@weft/node";
import type { ReactNode } from "react";
import type { EmailTextMention, TextMentionEmailData } from "./text-mention.ts";
import type { EmailComment, ThreadEmailData } from "./unread-thread.ts";

/** A comment with its body as HTML. */
export type CommentEmailAsHtmlData<U extends BaseUserMeta = BaseUserMeta> = EmailComment<string, U>;
/** A comment with its body as React nodes. */
export type CommentEmailAsReactData<U extends BaseUserMeta = BaseUserMeta> = EmailComment<ReactNode, U>;
/** A mention with the text around it as HTML. */
export type MentionEmailAsHtmlData<U extends BaseUserMeta = BaseUserMeta> = EmailTextMention<string, U>;
/** A mention with the text around it as React nodes. */
export type MentionEmailAsReactData<U extends BaseUserMeta = BaseUserMeta> = EmailTextMention<ReactNode, U>;
/** What a thread has unread, with bodies as HTML. */
export type ThreadNotificationEmailDataAsHtml<U extends BaseUserMeta = BaseUserMeta> = ThreadEmailData<string, U>;
/** What a thread has unread, with bodies as React nodes. */
export type ThreadNotificationEmailDataAsReact<U extends BaseUserMeta = BaseUserMeta> = ThreadEmailData<ReactNode, U>;
/** An unread mention in a text, as HTML. */
export type TextMentionNotificationEmailDataAsHtml<U extends BaseUserMeta = BaseUserMeta> = TextMentionEmailData<
  string,
  U
>;
/** An unread mention in a text, as React nodes. */
export type TextMentionNotificationEmailDataAsReact<U extends BaseUserMeta = BaseUserMeta> = TextMentionEmailData<
  ReactNode,
  U
>;
