import type { ComposerBodyMark, Overrides } from "../overrides/overrides.ts";
import { countedIn } from "./counted.ts";

const counted = countedIn("en");

const marks: Readonly<Record<ComposerBodyMark, string>> = {
  bold: "Bold",
  italic: "Italic",
  strikethrough: "Strikethrough",
  code: "Inline code",
};

const toolStatuses = { pending: "In progress", success: "Done", error: "Failed", cancelled: "Cancelled" } as const;

/** English, without the texts of parts for text editors. */
export const english: Overrides = {
  locale: "en",
  dir: "ltr",
  USER_SELF: "you",
  USER_UNKNOWN: "Anonymous",
  LIST_REMAINING: counted({ other: "# more" }),
  LIST_REMAINING_USERS: counted({ one: "# other", other: "# others" }),
  LIST_REMAINING_COMMENTS: counted({ one: "# more comment", other: "# more comments" }),
  EMOJI_PICKER_SEARCH_PLACEHOLDER: "Search…",
  EMOJI_PICKER_EMPTY: "No emoji found.",
  EMOJI_PICKER_ERROR: () => "The emoji could not be loaded.",
  EMOJI_PICKER_CHANGE_SKIN_TONE: "Choose a skin tone",
  ATTACHMENT_TOO_LARGE: (maxSize) => (maxSize === undefined ? "The file is too large" : `Larger than ${maxSize}`),
  ATTACHMENT_ERROR: () => "The file could not be uploaded.",
  COPY_TO_CLIPBOARD: "Copy",
  COMPOSER_INSERT_MENTION: "Mention someone",
  COMPOSER_INSERT_EMOJI: "Add emoji",
  COMPOSER_ATTACH_FILES: "Attach files",
  COMPOSER_REMOVE_ATTACHMENT: "Remove attachment",
  COMPOSER_RETRY_ATTACHMENT: "Upload again",
  COMPOSER_PLACEHOLDER: "Write a comment…",
  COMPOSER_SEND: "Send",
  COMPOSER_TOGGLE_MARK: (mark) => marks[mark],
  COMMENT_EDITED: "(edited)",
  COMMENT_DELETED: "This comment was deleted.",
  COMMENT_MORE: "More",
  COMMENT_EDIT: "Edit comment",
  COMMENT_EDIT_COMPOSER_PLACEHOLDER: "Edit comment…",
  COMMENT_EDIT_COMPOSER_CANCEL: "Cancel",
  COMMENT_EDIT_COMPOSER_SAVE: "Save",
  COMMENT_DELETE: "Delete comment",
  COMMENT_DELETE_ATTACHMENT: "Delete attachment",
  COMMENT_ADD_REACTION: "Add reaction",
  COMMENT_REACTION_LIST: (list, emoji) => (
    <>
      {list} reacted with {emoji}
    </>
  ),
  COMMENT_REACTION_DESCRIPTION: (emoji, count) => `${emoji}: ${reactions(count)}`,
  THREAD_TITLE: "Thread",
  THREAD_RESOLVE: "Resolve thread",
  THREAD_UNRESOLVE: "Re-open thread",
  THREAD_SUBSCRIBE: "Subscribe to thread",
  THREAD_UNSUBSCRIBE: "Unsubscribe from thread",
  THREAD_NEW_INDICATOR: "New",
  THREAD_NEW_INDICATOR_DESCRIPTION: "New comments",
  THREAD_SHOW_MORE_COMMENTS: counted({ one: "Show # more comment", other: "Show # more comments" }),
  THREAD_COMPOSER_PLACEHOLDER: "Reply to thread…",
  THREAD_COMPOSER_SEND: "Reply",
  INBOX_NOTIFICATION_MORE: "More",
  INBOX_NOTIFICATION_MARK_AS_READ: "Mark as read",
  INBOX_NOTIFICATION_DELETE: "Delete notification",
  INBOX_NOTIFICATION_THREAD_COMMENTS_LIST: (list, room) => (
    <>
      {list} commented in {room ?? "a thread"}
    </>
  ),
  INBOX_NOTIFICATION_THREAD_MENTION: (user, room) => (
    <>
      {user} mentioned you{room === undefined ? null : <> in {room}</>}
    </>
  ),
  INBOX_NOTIFICATION_TEXT_MENTION: (user, room) => (
    <>
      {user} mentioned you{room === undefined ? null : <> in {room}</>}
    </>
  ),
  HISTORY_VERSION_SUMMARY_AUTHORS_LIST: (list) => (list === undefined ? "No author is known" : <>Changes by {list}</>),
  HISTORY_VERSION_PREVIEW_AUTHORS_LIST: (list) => (list === undefined ? "No author is known" : <>Changes by {list}</>),
  HISTORY_VERSION_PREVIEW_RESTORE: "Restore",
  HISTORY_VERSION_PREVIEW_EMPTY: "This version is empty.",
  HISTORY_VERSION_PREVIEW_ERROR: () => "The version could not be loaded.",
  AI_COMPOSER_PLACEHOLDER: "Ask anything…",
  AI_COMPOSER_SEND: "Send",
  AI_COMPOSER_ABORT: "Stop",
  AI_CHAT_MESSAGE_DELETED: "This message was deleted.",
  AI_CHAT_MESSAGE_THINKING: "Thinking…",
  AI_CHAT_MESSAGE_REASONING: (isStreaming) => (isStreaming ? "Reasoning…" : "Reasoned"),
  AI_CHAT_MESSAGE_RETRIEVAL: (isStreaming, { query }) => (
    <>
      {isStreaming ? "Searching for" : "Searched for"} <q>{query}</q>
    </>
  ),
  AI_CHAT_MESSAGE_SOURCES: "Sources",
  AI_CHAT_MESSAGE_RETRY: "Retry",
  AI_CHAT_MESSAGE_PREVIOUS: "Previous version",
  AI_CHAT_MESSAGE_NEXT: "Next version",
  AI_CHAT_MESSAGES: "Messages",
  AI_CHAT_LOADING: "Loading messages…",
  AI_CHAT_SCROLL_TO_BOTTOM: "Scroll to the latest message",
  AI_CHAT_MESSAGES_ERROR: () => "The messages could not be loaded.",
  AI_TOOL_STATUS: (status) => toolStatuses[status],
  AI_TOOL_INSPECTOR_ARGUMENTS: "Arguments",
  AI_TOOL_INSPECTOR_RESULT: "Result",
  AI_TOOL_CONFIRMATION_CONFIRM: "Confirm",
  AI_TOOL_CONFIRMATION_CANCEL: "Cancel",
};

const reactions = counted({ one: "# reaction", other: "# reactions" });
