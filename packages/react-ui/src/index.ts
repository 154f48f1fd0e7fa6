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
export type { CommentAttachmentArgs } from "./comments/comment-attachments.tsx";
export type {
  CommentAuthorProps,
  CommentAvatarProps,
  CommentDateProps,
  CommentDropdownItemProps,
} from "./comments/comment-parts.tsx";
export { CommentPin, type CommentPinProps } from "./comments/comment-pin.tsx";
export { Comment, type CommentProps } from "./comments/comment.tsx";
export { FloatingThread, type FloatingThreadProps } from "./comments/floating-thread.tsx";
export { Thread, type ThreadProps } from "./comments/thread.tsx";
export {
  useOverrides,
  WeftUiConfig as LiveblocksUiConfig,
  WeftUiConfig,
  type WeftUiConfigProps as LiveblocksUiConfigProps,
  type WeftUiConfigProps,
} from "./config.tsx";
export * as Icon from "./icon.tsx";
export { InboxNotificationList, type InboxNotificationListProps } from "./notifications/inbox-notification-list.tsx";
export type { InboxNotificationProps } from "./notifications/inbox-notification-layout.tsx";
export type {
  InboxNotificationAvatarProps,
  InboxNotificationIconProps,
} from "./notifications/inbox-notification-parts.tsx";
export type { InboxNotificationThreadProps } from "./notifications/inbox-notification-thread.tsx";
export {
  InboxNotification,
  type InboxNotificationCustomKindProps,
  type InboxNotificationCustomProps,
  type InboxNotificationInspectorProps,
  type InboxNotificationTextMentionKindProps,
  type InboxNotificationTextMentionProps,
  type InboxNotificationThreadKindProps,
} from "./notifications/inbox-notification.tsx";
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
export { Composer, type ComposerProps } from "./composer/composer.tsx";
export { FloatingComposer, type FloatingComposerProps } from "./composer/floating-composer.tsx";
export type { ComposerSubmitComment } from "./primitives/composer/composer-props.ts";
