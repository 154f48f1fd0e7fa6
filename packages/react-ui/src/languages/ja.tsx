import type { ReactNode } from "react";
import type { ComposerBodyMark } from "../overrides/overrides.ts";
import type {
  AiToolbarSuggestionName,
  AllOverrides,
  TextEditorBlock,
  TextEditorCommand,
} from "../overrides/text-editor-overrides.ts";
import { countedIn } from "./counted.ts";

const counted = countedIn("ja");
const reactions = counted({ other: "#件のリアクション" });

const marks: Readonly<Record<ComposerBodyMark, string>> = {
  bold: "太字",
  italic: "斜体",
  strikethrough: "取り消し線",
  code: "コード",
};

const commands: Readonly<Record<TextEditorCommand, string>> = {
  undo: "元に戻す",
  redo: "やり直す",
  bold: "太字",
  italic: "斜体",
  underline: "下線",
  strikethrough: "取り消し線",
  code: "コード",
  comment: "コメントを追加",
  ai: "AI に質問",
};

const blocks: Readonly<Record<TextEditorBlock, string>> = {
  text: "テキスト",
  heading1: "見出し 1",
  heading2: "見出し 2",
  heading3: "見出し 3",
  bulletList: "箇条書き",
  numberedList: "番号付きリスト",
  blockquote: "引用",
  codeBlock: "コードブロック",
};

const suggestions: Readonly<Record<AiToolbarSuggestionName, string>> = {
  improve: "文章を改善",
  fix: "間違いを修正",
  shorten: "短くする",
  lengthen: "詳しくする",
  continue: "続きを書く",
  summarize: "要約",
  explain: "説明",
};

const toolStatuses = { pending: "実行中", success: "完了", error: "失敗", cancelled: "キャンセル済み" } as const;

function mentionOf(user: ReactNode, room: ReactNode | undefined): ReactNode {
  return (
    <>
      {user}が{room === undefined ? null : <>{room}で</>}あなたをメンションしました
    </>
  );
}

function authorsOf(list: ReactNode | undefined): ReactNode {
  return list === undefined ? "作成者不明" : <>変更者: {list}</>;
}

/** Japanese. */
export const ja: AllOverrides = {
  locale: "ja",
  dir: "ltr",
  USER_SELF: "あなた",
  USER_UNKNOWN: "匿名",
  LIST_REMAINING: counted({ other: "他#件" }),
  LIST_REMAINING_USERS: counted({ other: "他#人" }),
  LIST_REMAINING_COMMENTS: counted({ other: "他#件のコメント" }),
  EMOJI_PICKER_SEARCH_PLACEHOLDER: "検索…",
  EMOJI_PICKER_EMPTY: "絵文字が見つかりません。",
  EMOJI_PICKER_ERROR: () => "絵文字を読み込めませんでした。",
  EMOJI_PICKER_CHANGE_SKIN_TONE: "肌の色を選択",
  ATTACHMENT_TOO_LARGE: (maxSize) => (maxSize === undefined ? "ファイルが大きすぎます" : `${maxSize}を超えています`),
  ATTACHMENT_ERROR: () => "ファイルをアップロードできませんでした。",
  COPY_TO_CLIPBOARD: "コピー",
  COMPOSER_INSERT_MENTION: "メンションを追加",
  COMPOSER_INSERT_EMOJI: "絵文字を追加",
  COMPOSER_ATTACH_FILES: "ファイルを添付",
  COMPOSER_REMOVE_ATTACHMENT: "添付ファイルを外す",
  COMPOSER_RETRY_ATTACHMENT: "添付ファイルを再アップロード",
  COMPOSER_PLACEHOLDER: "コメントを書く…",
  COMPOSER_SEND: "送信",
  COMPOSER_TOGGLE_MARK: (mark) => marks[mark],
  COMMENT_EDITED: "(編集済み)",
  COMMENT_DELETED: "このコメントは削除されました。",
  COMMENT_MORE: "その他",
  COMMENT_EDIT: "コメントを編集",
  COMMENT_EDIT_COMPOSER_PLACEHOLDER: "コメントを編集…",
  COMMENT_EDIT_COMPOSER_CANCEL: "キャンセル",
  COMMENT_EDIT_COMPOSER_SAVE: "保存",
  COMMENT_DELETE: "コメントを削除",
  COMMENT_DELETE_ATTACHMENT: "添付ファイルを削除",
  COMMENT_ADD_REACTION: "リアクションを追加",
  COMMENT_REACTION_LIST: (list, emoji) => (
    <>
      {list}が{emoji}でリアクションしました
    </>
  ),
  COMMENT_REACTION_DESCRIPTION: (emoji, count) => `${emoji}: ${reactions(count)}`,
  THREAD_TITLE: "スレッド",
  THREAD_RESOLVE: "スレッドを解決済みにする",
  THREAD_UNRESOLVE: "スレッドを再開する",
  THREAD_SUBSCRIBE: "スレッドを購読する",
  THREAD_UNSUBSCRIBE: "スレッドの購読を解除する",
  THREAD_NEW_INDICATOR: "新着",
  THREAD_NEW_INDICATOR_DESCRIPTION: "新しいコメント",
  THREAD_SHOW_MORE_COMMENTS: counted({ other: "さらに#件のコメントを表示" }),
  THREAD_COMPOSER_PLACEHOLDER: "スレッドに返信…",
  THREAD_COMPOSER_SEND: "返信",
  INBOX_NOTIFICATION_MORE: "その他",
  INBOX_NOTIFICATION_MARK_AS_READ: "既読にする",
  INBOX_NOTIFICATION_DELETE: "通知を削除",
  INBOX_NOTIFICATION_THREAD_COMMENTS_LIST: (list, room) => (
    <>
      {list}が{room ?? "スレッド"}にコメントしました
    </>
  ),
  INBOX_NOTIFICATION_THREAD_MENTION: mentionOf,
  INBOX_NOTIFICATION_TEXT_MENTION: mentionOf,
  HISTORY_VERSION_SUMMARY_AUTHORS_LIST: authorsOf,
  HISTORY_VERSION_PREVIEW_AUTHORS_LIST: authorsOf,
  HISTORY_VERSION_PREVIEW_RESTORE: "復元",
  HISTORY_VERSION_PREVIEW_LOADING: "バージョンを読み込んでいます…",
  HISTORY_VERSION_PREVIEW_EMPTY: "このバージョンは空です。",
  HISTORY_VERSION_PREVIEW_ERROR: () => "バージョンを読み込めませんでした。",
  AI_COMPOSER_PLACEHOLDER: "質問を入力…",
  AI_COMPOSER_SEND: "送信",
  AI_COMPOSER_ABORT: "停止",
  AI_CHAT_MESSAGE_DELETED: "このメッセージは削除されました。",
  AI_CHAT_MESSAGE_THINKING: "考え中…",
  AI_CHAT_MESSAGE_REASONING: (isStreaming) => (isStreaming ? "推論中…" : "推論"),
  AI_CHAT_MESSAGE_RETRIEVAL: (isStreaming, { query }) => (
    <>
      {isStreaming ? "検索中:" : "検索:"} <q>{query}</q>
    </>
  ),
  AI_CHAT_MESSAGE_SOURCES: "出典",
  AI_CHAT_MESSAGE_RETRY: "再試行",
  AI_CHAT_MESSAGE_PREVIOUS: "前のバージョン",
  AI_CHAT_MESSAGE_NEXT: "次のバージョン",
  AI_CHAT_MESSAGES: "メッセージ",
  AI_CHAT_LOADING: "メッセージを読み込み中…",
  AI_CHAT_SCROLL_TO_BOTTOM: "最新のメッセージへ移動",
  AI_CHAT_MESSAGES_ERROR: () => "メッセージを読み込めませんでした。",
  AI_TOOL_STATUS: (status) => toolStatuses[status],
  AI_TOOL_INSPECTOR_ARGUMENTS: "引数",
  AI_TOOL_INSPECTOR_RESULT: "結果",
  AI_TOOL_CONFIRMATION_CONFIRM: "確認",
  AI_TOOL_CONFIRMATION_CANCEL: "キャンセル",
  TEXT_EDITOR_TOOLBAR: "書式",
  TEXT_EDITOR_COMMAND: (command) => commands[command],
  TEXT_EDITOR_BLOCKS: "ブロックの種類",
  TEXT_EDITOR_BLOCK: (block) => blocks[block],
  TEXT_EDITOR_MENTIONS_LOADING: "候補を読み込んでいます…",
  AI_TOOLBAR_PLACEHOLDER: (name) => `${name} に何でも質問…`,
  AI_TOOLBAR_FOLLOW_UP: (name) => `${name} に変更点を伝える…`,
  AI_TOOLBAR_SEND: "送信",
  AI_TOOLBAR_THINKING: (name) => `${name} が考えています…`,
  AI_TOOLBAR_CANCEL: "停止",
  AI_TOOLBAR_ACCEPT: "承認",
  AI_TOOLBAR_INSERT: "下に挿入",
  AI_TOOLBAR_RETRY: "再試行",
  AI_TOOLBAR_DISCARD: "破棄",
  AI_TOOLBAR_ERROR: () => "AI が回答できませんでした。もう一度お試しください。",
  AI_TOOLBAR_SUGGESTIONS: (group) => (group === "edit" ? "テキストを変更" : "テキストに追加"),
  AI_TOOLBAR_SUGGESTION: (suggestion) => suggestions[suggestion],
};
