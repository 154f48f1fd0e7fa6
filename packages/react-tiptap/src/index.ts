"use client";
/** Collaborative text editors with TipTap and React: carets, comments in the text, mentions, versions and an AI toolbar. */
export { AiToolbar, type AiToolbarProps } from "./ai/ai-toolbar.tsx";
export { AnchoredThreads, type AnchoredThreadsProps } from "./comments/anchored-threads.tsx";
export { FloatingComposer, type TextComposerProps as FloatingComposerProps } from "./comments/floating-composer.tsx";
export { FloatingThreads, type FloatingThreadsProps } from "./comments/floating-threads.tsx";
export type { CaretUser } from "./document/editor-commands.ts";
export { useIsEditorReady } from "./document/use-is-editor-ready.ts";
export {
  type AiConfiguration,
  useWeftExtension,
  useWeftExtension as useLiveblocksExtension,
  type WeftEditorOptions,
} from "./document/use-weft-extension.ts";
export { HistoryVersionPreview, type HistoryVersionPreviewProps } from "./history/history-version-preview.tsx";
export { MentionExtension, type MentionExtensionOptions } from "./mentions/mention-extension.ts";
export { GroupMentionNode, MentionNode } from "./mentions/mention-nodes.ts";
export type { TextMention } from "./mentions/text-mention.ts";
export type {
  BlockSelectorProps as ToolbarBlockSelectorProps,
  ToolbarBlockSelectorItem,
} from "./toolbar/block-selector.tsx";
export { FloatingToolbar, type FloatingToolbarProps } from "./toolbar/floating-toolbar.tsx";
export { Toolbar, type ToolbarProps, type EditorToolbarSlot } from "./toolbar/toolbar.tsx";
export type {
  ContextualPromptArgs as ResolveContextualPromptArgs,
  ContextualPromptResponse as ResolveContextualPromptResponse,
  ToolbarButtonProps,
  ToolbarSeparatorProps,
  ToolbarToggleProps,
} from "@weft/react-ui/text-editor";
