"use client";
/** Collaborative text editors with Lexical and React: carets, comments in the text, mentions, versions and an AI toolbar. */
export { AiToolbar, type LexicalAiToolbarProps as AiToolbarProps } from "./ai/ai-toolbar.tsx";
export { ASK_AI_COMMAND, CLOSE_AI_COMMAND } from "./ai/commands.ts";
export {
  AnchoredThreads,
  type LexicalAnchoredThreadsProps as AnchoredThreadsProps,
} from "./comments/anchored-threads.tsx";
export { ATTACH_THREAD_COMMAND, OPEN_FLOATING_COMPOSER_COMMAND } from "./comments/commands.ts";
export {
  FloatingComposer,
  type EditorFloatingComposerProps as FloatingComposerProps,
} from "./comments/floating-composer.tsx";
export {
  FloatingThreads,
  type LexicalFloatingThreadsProps as FloatingThreadsProps,
} from "./comments/floating-threads.tsx";
export { useIsThreadActive } from "./comments/use-is-thread-active.ts";
export { useIsEditorReady } from "./collaboration/use-is-editor-ready.ts";
export {
  HistoryVersionPreview,
  type LexicalHistoryVersionPreviewProps as HistoryVersionPreviewProps,
} from "./history/history-version-preview.tsx";
export { isBlockNodeActive, isTextFormatActive } from "./toolbar/active.ts";
export type {
  LexicalBlockSelectorItem as ToolbarBlockSelectorItem,
  LexicalBlockSelectorProps as ToolbarBlockSelectorProps,
} from "./toolbar/block-selector.tsx";
export {
  FloatingToolbar,
  type LexicalFloatingToolbarProps as FloatingToolbarProps,
} from "./toolbar/floating-toolbar.tsx";
export { Toolbar, type LexicalToolbarProps as ToolbarProps, type ToolbarSlotProps } from "./toolbar/toolbar.tsx";
export type {
  ContextualPromptArgs as ResolveContextualPromptArgs,
  ContextualPromptResponse as ResolveContextualPromptResponse,
  ToolbarButtonProps,
  ToolbarSeparatorProps,
  ToolbarToggleProps,
} from "@weft/react-ui/text-editor";
export { weftConfig as liveblocksConfig, weftConfig, type WeftConfig } from "./weft-config.ts";
export { WeftPlugin as LiveblocksPlugin, WeftPlugin, type WeftPluginProps } from "./weft-plugin.tsx";
