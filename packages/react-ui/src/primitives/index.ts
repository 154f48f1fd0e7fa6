"use client";
/** Parts without styles, for components of your own. */
export type { ComposerBodyMark, ComposerBodyMarks } from "../overrides/overrides.ts";
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
