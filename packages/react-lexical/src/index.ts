"use client";
/** Collaborative text editors with Lexical and React: carets, comments in the text, mentions and versions. */
export { AnchoredThreads, type AnchoredThreadsProps } from "./comments/anchored-threads.tsx";
export { ATTACH_THREAD_COMMAND, OPEN_FLOATING_COMPOSER_COMMAND } from "./comments/commands.ts";
export {
  FloatingComposer,
  type EditorFloatingComposerProps as FloatingComposerProps,
} from "./comments/floating-composer.tsx";
export { FloatingThreads, type FloatingThreadsProps } from "./comments/floating-threads.tsx";
export { useIsThreadActive } from "./comments/use-is-thread-active.ts";
export { useIsEditorReady } from "./collaboration/use-is-editor-ready.ts";
export { HistoryVersionPreview, type HistoryVersionPreviewProps } from "./history/history-version-preview.tsx";
export { isBlockNodeActive, isTextFormatActive } from "./toolbar/active.ts";
export type {
  ToolbarBlockSelectorItem,
  BlockSelectorProps as ToolbarBlockSelectorProps,
} from "./toolbar/block-selector.tsx";
export { FloatingToolbar, type FloatingToolbarProps } from "./toolbar/floating-toolbar.tsx";
export { Toolbar, type ToolbarProps, type ToolbarSlotProps } from "./toolbar/toolbar.tsx";
export type { ToolbarButtonProps, ToolbarSeparatorProps, ToolbarToggleProps } from "@weft/react-ui/text-editor";
export { weftConfig as liveblocksConfig, weftConfig, type WeftConfig } from "./weft-config.ts";
export { WeftPlugin as LiveblocksPlugin, WeftPlugin, type WeftPluginProps } from "./weft-plugin.tsx";
