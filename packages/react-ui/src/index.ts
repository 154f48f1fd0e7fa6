"use client";
/** React components for comments, notifications, presence, versions and copilots. */
export { Avatar, type UserAvatarProps as AvatarProps } from "./avatar.tsx";
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
export { Composer, type ComposerProps } from "./composer/composer.tsx";
export { FloatingComposer, type FloatingComposerProps } from "./composer/floating-composer.tsx";
export type { ComposerSubmitComment } from "./primitives/composer/composer-props.ts";
