/** The texts of the components. Applications replace them one by one, or as a whole with one of the languages. */
import type { AiChatMessage } from "@weft/client";
import type { ReactNode } from "react";

/** The direction in which a language is read. */
export type ReadingDirection = "ltr" | "rtl";

/** How texts can be marked in comments. */
export type ComposerBodyMark = "bold" | "italic" | "strikethrough" | "code";
/** Which marks a text has. */
export type ComposerBodyMarks = { readonly [K in ComposerBodyMark]: boolean };

type AssistantMessage = Extract<AiChatMessage, { readonly role: "assistant" }>;
type PartsOf<M> = M extends { readonly content: readonly (infer P)[] }
  ? P
  : M extends { readonly contentSoFar: readonly (infer P)[] }
    ? P
    : never;
type AssistantPart = PartsOf<AssistantMessage>;
/** What a copilot wrote while it reasoned. */
export type ShownReasoning = Extract<AssistantPart, { readonly type: "reasoning" }>;
/** A search of a copilot. */
export type ShownRetrieval = Extract<AssistantPart, { readonly type: "retrieval" }>;

/** The language of the texts and its direction. */
export interface LocalizationOverrides {
  /** A BCP 47 language tag, with which dates and numbers are formatted. */
  readonly locale: string;
  readonly dir: ReadingDirection;
}

/** Texts that several components have. */
export interface GlobalOverrides {
  /** The current user, in a sentence: "you". */
  readonly USER_SELF: string;
  /** A user of whom the application knows nothing. */
  readonly USER_UNKNOWN: string;
  /** The rest of a list that is not shown as a whole. */
  readonly LIST_REMAINING: (count: number) => string;
  readonly LIST_REMAINING_USERS: (count: number) => string;
  readonly LIST_REMAINING_COMMENTS: (count: number) => string;
  readonly EMOJI_PICKER_SEARCH_PLACEHOLDER: string;
  readonly EMOJI_PICKER_EMPTY: ReactNode;
  readonly EMOJI_PICKER_ERROR: (error: Error) => ReactNode;
  readonly EMOJI_PICKER_CHANGE_SKIN_TONE: string;
  /** `maxSize` is formatted, as "5 MB". */
  readonly ATTACHMENT_TOO_LARGE: (maxSize?: string) => string;
  readonly ATTACHMENT_ERROR: (error: Error) => string;
  readonly COPY_TO_CLIPBOARD: string;
}

/** Texts of comments. */
export interface CommentOverrides {
  readonly COMMENT_EDITED: ReactNode;
  readonly COMMENT_DELETED: ReactNode;
  readonly COMMENT_MORE: string;
  readonly COMMENT_EDIT: string;
  readonly COMMENT_EDIT_COMPOSER_PLACEHOLDER: string;
  readonly COMMENT_EDIT_COMPOSER_CANCEL: string;
  readonly COMMENT_EDIT_COMPOSER_SAVE: string;
  readonly COMMENT_DELETE: string;
  readonly COMMENT_DELETE_ATTACHMENT: string;
  readonly COMMENT_ADD_REACTION: string;
  /** Who reacted: `list` has the names of `count` users. */
  readonly COMMENT_REACTION_LIST: (list: ReactNode, emoji: string, count: number) => ReactNode;
  readonly COMMENT_REACTION_DESCRIPTION: (emoji: string, count: number) => string;
}

/** Texts of composers. */
export interface ComposerOverrides {
  readonly COMPOSER_INSERT_MENTION: string;
  readonly COMPOSER_INSERT_EMOJI: string;
  readonly COMPOSER_ATTACH_FILES: string;
  readonly COMPOSER_REMOVE_ATTACHMENT: string;
  /** Uploads a file again after a failure. */
  readonly COMPOSER_RETRY_ATTACHMENT: string;
  readonly COMPOSER_PLACEHOLDER: string;
  readonly COMPOSER_SEND: string;
  readonly COMPOSER_TOGGLE_MARK: (mark: ComposerBodyMark) => string;
}

/** Texts of threads. */
export interface ThreadOverrides {
  /** The accessible name of a thread that floats. */
  readonly THREAD_TITLE: string;
  readonly THREAD_RESOLVE: string;
  readonly THREAD_UNRESOLVE: string;
  readonly THREAD_SUBSCRIBE: string;
  readonly THREAD_UNSUBSCRIBE: string;
  readonly THREAD_NEW_INDICATOR: string;
  readonly THREAD_NEW_INDICATOR_DESCRIPTION: string;
  readonly THREAD_SHOW_MORE_COMMENTS: (count: number) => string;
  readonly THREAD_COMPOSER_PLACEHOLDER: string;
  readonly THREAD_COMPOSER_SEND: string;
}

/** Texts of notifications. */
export interface InboxNotificationOverrides {
  readonly INBOX_NOTIFICATION_MORE: string;
  readonly INBOX_NOTIFICATION_MARK_AS_READ: string;
  readonly INBOX_NOTIFICATION_DELETE: string;
  /** Who commented: `list` has the names of `count` users. */
  readonly INBOX_NOTIFICATION_THREAD_COMMENTS_LIST: (
    list: ReactNode,
    room: ReactNode | undefined,
    count: number,
  ) => ReactNode;
  readonly INBOX_NOTIFICATION_THREAD_MENTION: (user: ReactNode, room: ReactNode | undefined) => ReactNode;
  readonly INBOX_NOTIFICATION_TEXT_MENTION: (user: ReactNode, room: ReactNode | undefined) => ReactNode;
}

export interface HistoryVersionSummaryOverrides {
  readonly HISTORY_VERSION_SUMMARY_AUTHORS_LIST: (list: ReactNode | undefined) => ReactNode;
}

export interface HistoryVersionPreviewOverrides {
  readonly HISTORY_VERSION_PREVIEW_AUTHORS_LIST: (list: ReactNode | undefined) => ReactNode;
  readonly HISTORY_VERSION_PREVIEW_RESTORE: string;
  readonly HISTORY_VERSION_PREVIEW_EMPTY: ReactNode;
  readonly HISTORY_VERSION_PREVIEW_ERROR: (error: Error) => ReactNode;
}

export interface AiComposerOverrides {
  readonly AI_COMPOSER_PLACEHOLDER: string;
  readonly AI_COMPOSER_SEND: string;
  readonly AI_COMPOSER_ABORT: string;
}

export interface AiChatMessageOverrides {
  readonly AI_CHAT_MESSAGE_DELETED: string;
  readonly AI_CHAT_MESSAGE_THINKING: ReactNode;
  readonly AI_CHAT_MESSAGE_REASONING: (isStreaming: boolean, part: ShownReasoning) => ReactNode;
  readonly AI_CHAT_MESSAGE_RETRIEVAL: (isStreaming: boolean, part: ShownRetrieval) => ReactNode;
  /** The heading of the pages that an answer is based on. */
  readonly AI_CHAT_MESSAGE_SOURCES: string;
  /** Asks for another answer. */
  readonly AI_CHAT_MESSAGE_RETRY: string;
  /** The branch that begins with an earlier message in the same place. */
  readonly AI_CHAT_MESSAGE_PREVIOUS: string;
  readonly AI_CHAT_MESSAGE_NEXT: string;
}

export interface AiChatOverrides {
  readonly AI_CHAT_MESSAGES_ERROR: (error: Error) => ReactNode;
  /** The accessible name of the list of messages. */
  readonly AI_CHAT_MESSAGES: string;
  readonly AI_CHAT_LOADING: string;
  readonly AI_CHAT_SCROLL_TO_BOTTOM: string;
}

export interface AiToolOverrides {
  /** How far a call of a tool is. */
  readonly AI_TOOL_STATUS: (status: "pending" | "success" | "error" | "cancelled") => string;
  readonly AI_TOOL_INSPECTOR_ARGUMENTS: string;
  readonly AI_TOOL_INSPECTOR_RESULT: string;
}

export interface AiToolConfirmationOverrides {
  readonly AI_TOOL_CONFIRMATION_CONFIRM: string;
  readonly AI_TOOL_CONFIRMATION_CANCEL: string;
}

/** All texts of all components. */
export type Overrides = LocalizationOverrides &
  GlobalOverrides &
  ComposerOverrides &
  CommentOverrides &
  ThreadOverrides &
  InboxNotificationOverrides &
  HistoryVersionSummaryOverrides &
  HistoryVersionPreviewOverrides &
  AiComposerOverrides &
  AiChatMessageOverrides &
  AiChatOverrides &
  AiToolOverrides &
  AiToolConfirmationOverrides;
