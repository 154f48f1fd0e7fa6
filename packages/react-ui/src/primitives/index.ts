"use client";
/** Parts without styles, for components of your own. */
export type { ComposerBodyMark, ComposerBodyMarks } from "../overrides/overrides.ts";
export { AttachmentTooLargeError } from "../draft/attachments/attachment-too-large-error.ts";
export { useComposer } from "./composer/composer-context.ts";
export type {
  ComposerAttachFilesProps,
  ComposerAttachmentsDropAreaProps,
  ComposerContext,
  ComposerEditorComponents,
  ComposerEditorFloatingToolbarProps,
  ComposerEditorLinkProps,
  ComposerEditorMentionProps,
  ComposerEditorMentionSuggestionsProps,
  ComposerEditorProps,
  ComposerFloatingToolbarProps,
  ComposerFormProps,
  ComposerLinkProps,
  ComposerMarkToggleProps,
  ComposerMentionProps,
  ComposerSubmitComment,
  ComposerSubmitProps,
  ComposerSuggestionsListItemProps,
  ComposerSuggestionsListProps,
} from "./composer/composer-props.ts";
export * as Composer from "./composer/parts.ts";
export { Duration, type DurationProps } from "./duration.tsx";
export { FileSize, type FileSizeProps } from "./file-size.tsx";
export type { AiComposerSubmitMessage } from "../ai/ai-composer.tsx";
export type {
  MarkdownComponents,
  MarkdownComponentsBlockquoteProps,
  MarkdownComponentsCodeBlockProps,
  MarkdownComponentsHeadingProps,
  MarkdownComponentsImageProps,
  MarkdownComponentsInlineProps,
  MarkdownComponentsLinkProps,
  MarkdownComponentsListItem,
  MarkdownComponentsListProps,
  MarkdownComponentsParagraphProps,
  MarkdownComponentsTableCell,
  MarkdownComponentsTableProps,
} from "../markdown/components.tsx";
export { Markdown, type MarkdownProps } from "../markdown/markdown.tsx";
export { Timestamp, type TimestampProps } from "./timestamp.tsx";
export * as Comment from "./comment-parts.ts";
export type {
  CommentBodyComponents,
  CommentBodyLinkProps,
  CommentBodyMentionProps,
  CommentBodyProps,
  CommentLinkProps,
  CommentMentionProps,
} from "./comment.tsx";
