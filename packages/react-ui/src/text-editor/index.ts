"use client";
/** Parts for packages that bind text editors: they know nothing of an editor but places in the window and what is done to its text. */
export {
  AiToolbarSuggestion,
  type AiToolbarSuggestionProps,
  AiToolbarSuggestionsLabel,
  AiToolbarSuggestionsSeparator,
} from "./ai-suggestions.tsx";
export { AiToolbarPanel, type AiToolbarPanelProps } from "./ai-toolbar-panel.tsx";
export { type AiToolbarModel, type AiToolbarOptions, type AiToolbarState, useAiToolbar } from "./ai-toolbar-state.ts";
export { anchorOfRange, type EditorAnchor } from "./anchor.ts";
export {
  type AnchoredItem,
  type AnchoredPositions,
  type AnchoredPositionsOptions,
  layOut,
  useAnchoredPositions,
} from "./anchored-positions.ts";
export {
  AnchoredThreadList,
  type AnchoredThreadListProps,
  type ThreadListComponents,
} from "./anchored-thread-list.tsx";
export {
  type ContextualPromptArgs,
  type ContextualPromptContext,
  type ContextualPromptResolver,
  type ContextualPromptResponse,
  parseContextualPrompt,
  useContextualPrompt,
} from "./contextual-prompt.ts";
export {
  EditorComposer,
  type EditorComposerComponents,
  type EditorComposerProps,
  type ThreadComposerProps,
} from "./editor-composer.tsx";
export { type TextEditorType, useEditorMetadata } from "./editor-metadata.ts";
export {
  type EditorPlacement,
  EditorPopover,
  EditorPopoverExternal,
  type EditorPopoverProps,
} from "./editor-popover.tsx";
export { MentionLabel, type MentionLabelProps } from "./mention-label.tsx";
export {
  MentionSuggestions,
  type MentionSuggestionsHandle,
  type MentionSuggestionsProps,
} from "./mention-suggestions.tsx";
export { createMentionId, type TextMentionCalls, useTextMentions } from "./text-mentions.ts";
export { useTextEditorOverrides } from "./texts.ts";
export { checkedColor, colorFor, readableOn } from "../presence/user-color.ts";
export { ThreadsPopover, type ThreadsPopoverProps } from "./threads-popover.tsx";
export { type ToolbarBlock, ToolbarBlockSelector, type ToolbarBlockSelectorProps } from "./toolbar-block-selector.tsx";
export {
  ToolbarRoot,
  type ToolbarRootProps,
  ToolbarSeparator,
  type ToolbarSeparatorProps,
  type ToolbarSlot,
  toolbarSlot,
} from "./toolbar.tsx";
export { VersionPreview, type VersionPreviewProps } from "./version-preview.tsx";
export type {
  AiToolbarOverrides,
  AiToolbarSuggestionName,
  AllOverrides,
  TextEditorBlock,
  TextEditorCommand,
  TextEditorOverrides,
} from "../overrides/text-editor-overrides.ts";
export { formatShortcut } from "../ui/shortcut.ts";
export {
  ToolbarButton,
  type ToolbarButtonProps,
  ToolbarToggle,
  type ToolbarToggleProps,
} from "../ui/toolbar-button.tsx";
