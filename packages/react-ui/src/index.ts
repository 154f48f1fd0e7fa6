"use client";
/** React components for comments, notifications, presence, versions and copilots. */
export {
  AiChat,
  type AiChatComponents,
  type AiChatComponentsEmptyProps,
  type AiChatComponentsLoadingProps,
  type AiChatProps,
} from "./ai/ai-chat.tsx";
export type { AiComposerSubmitMessage } from "./ai/ai-composer.tsx";
export { AiTool, type AiToolIconProps, type AiToolInspectorProps, type AiToolProps } from "./ai/ai-tool.tsx";
export { Avatar, type AvatarProps } from "./avatar.tsx";
export {
  HistoryVersionSummaryList,
  type HistoryVersionSummaryListProps,
} from "./history/history-version-summary-list.tsx";
export { HistoryVersionSummary, type HistoryVersionSummaryProps } from "./history/history-version-summary.tsx";
export { AvatarStack, type AvatarStackProps } from "./presence/avatar-stack.tsx";
export { Cursor, type CursorProps } from "./presence/cursor.tsx";
export { Cursors, type CursorsComponents, type CursorsCursorProps, type CursorsProps } from "./presence/cursors.tsx";
export {
  LiveblocksUiConfig,
  useOverrides,
  WeftUiConfig,
  type WeftUiConfigProps as LiveblocksUiConfigProps,
  type WeftUiConfigProps,
} from "./config.tsx";
export * as Icon from "./icon.tsx";
export type {
  CommentOverrides,
  ComposerBodyMark,
  ComposerBodyMarks,
  ComposerOverrides,
  GlobalOverrides,
  InboxNotificationOverrides,
  LocalizationOverrides,
  Overrides,
  ThreadOverrides,
} from "./overrides/overrides.ts";
