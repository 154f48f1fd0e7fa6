/** Emails about unread comments and mentions: their data as HTML, React nodes or text, and ready-made ones. */
export {
  prepareTextMentionNotificationEmailAsHtml,
  prepareTextMentionNotificationEmailAsReact,
  prepareTextMentionNotificationEmailAsText,
  prepareThreadNotificationEmailAsHtml,
  prepareThreadNotificationEmailAsReact,
  prepareThreadNotificationEmailAsText,
} from "./prepare.ts";
export type {
  TextMentionHtmlOptions as PrepareTextMentionNotificationEmailAsHtmlOptions,
  TextMentionReactOptions as PrepareTextMentionNotificationEmailAsReactOptions,
  ThreadHtmlOptions as PrepareThreadNotificationEmailAsHtmlOptions,
  ThreadReactOptions as PrepareThreadNotificationEmailAsReactOptions,
} from "./prepare.ts";
export type {
  CommentEmailAsHtmlData,
  CommentEmailAsReactData,
  MentionEmailAsHtmlData,
  MentionEmailAsReactData,
  TextMentionNotificationEmailDataAsHtml,
  TextMentionNotificationEmailDataAsReact,
  ThreadNotificationEmailDataAsHtml,
  ThreadNotificationEmailDataAsReact,
} from "./data-of-formats.ts";
export type {
  CommentStyles as ConvertCommentBodyAsHtmlStyles,
  EditorStyles as ConvertTextEditorNodesAsHtmlStyles,
} from "./html-content.ts";
export type {
  CommentComponents as ConvertCommentBodyAsReactComponents,
  CommentContainerProps as CommentBodyContainerComponentProps,
  EmailLinkProps as CommentBodyLinkComponentProps,
  EmailMentionProps as CommentBodyMentionComponentProps,
  CommentParagraphProps as CommentBodyParagraphComponentProps,
  EmailTextProps as CommentBodyTextComponentProps,
  EditorComponents as ConvertTextEditorNodesAsReactComponents,
  EditorContainerProps as TextEditorContainerComponentProps,
  EditorMentionProps as TextEditorMentionComponentProps,
  EditorTextProps as TextEditorTextComponentProps,
} from "./react-content.ts";
export type { EditorMentionNode, EditorTextNode } from "./editor-nodes.ts";
export type {
  EmailGroupInfo,
  EmailRoomInfo,
  NameResolvers,
  GroupsOfEmail as ResolveGroupsInfoArgs,
  RoomToResolve as ResolveRoomInfoArgs,
  UsersOfEmail as ResolveUsersArgs,
} from "./names.ts";
export type { EmailBrand } from "./render/email-document.ts";
export { englishTexts } from "./render/email-texts.ts";
export type { EmailTextArgs, EmailTexts } from "./render/email-texts.ts";
export { renderTextMentionNotificationEmail, renderThreadNotificationEmail } from "./render/ready-made-email.ts";
export type { ReadyMadeEmail, ReadyMadeEmailOptions } from "./render/ready-made-email.ts";
export type { EmailTextMention, TextMentionEmailData } from "./text-mention.ts";
export type { EmailClient, EmailComment, ThreadEmailData } from "./unread-thread.ts";
