import type { ReactNode } from "react";
import type { ComposerBodyMark } from "../overrides/overrides.ts";
import type {
  AiToolbarSuggestionName,
  AllOverrides,
  TextEditorBlock,
  TextEditorCommand,
} from "../overrides/text-editor-overrides.ts";
import { countedIn } from "./counted.ts";

const counted = countedIn("zh");
const reactions = counted({ other: "# 个回应" });

const marks: Readonly<Record<ComposerBodyMark, string>> = {
  bold: "粗体",
  italic: "斜体",
  strikethrough: "删除线",
  code: "代码",
};

const commands: Readonly<Record<TextEditorCommand, string>> = {
  undo: "撤销",
  redo: "重做",
  bold: "粗体",
  italic: "斜体",
  underline: "下划线",
  strikethrough: "删除线",
  code: "代码",
  comment: "添加评论",
  ai: "询问 AI",
};

const blocks: Readonly<Record<TextEditorBlock, string>> = {
  text: "正文",
  heading1: "标题 1",
  heading2: "标题 2",
  heading3: "标题 3",
  bulletList: "项目符号列表",
  numberedList: "编号列表",
  blockquote: "引用",
  codeBlock: "代码块",
};

const suggestions: Readonly<Record<AiToolbarSuggestionName, string>> = {
  improve: "改进文笔",
  fix: "修正错误",
  shorten: "缩短",
  lengthen: "增加细节",
  continue: "继续写作",
  summarize: "总结",
  explain: "解释",
};

const toolStatuses = { pending: "进行中", success: "已完成", error: "失败", cancelled: "已取消" } as const;

function mentionOf(user: ReactNode, room: ReactNode | undefined): ReactNode {
  return (
    <>
      {user}
      {room === undefined ? null : <>在{room}中</>}提到了你
    </>
  );
}

function authorsOf(list: ReactNode | undefined): ReactNode {
  return list === undefined ? "作者未知" : <>修改者：{list}</>;
}

/** Chinese. */
export const zh: AllOverrides = {
  locale: "zh",
  dir: "ltr",
  USER_SELF: "你",
  USER_UNKNOWN: "匿名",
  LIST_REMAINING: counted({ other: "另外 # 个" }),
  LIST_REMAINING_USERS: counted({ other: "另外 # 人" }),
  LIST_REMAINING_COMMENTS: counted({ other: "另外 # 条评论" }),
  EMOJI_PICKER_SEARCH_PLACEHOLDER: "搜索…",
  EMOJI_PICKER_EMPTY: "未找到表情。",
  EMOJI_PICKER_ERROR: () => "无法加载表情。",
  EMOJI_PICKER_CHANGE_SKIN_TONE: "选择肤色",
  ATTACHMENT_TOO_LARGE: (maxSize) => (maxSize === undefined ? "文件过大" : `超过 ${maxSize}`),
  ATTACHMENT_ERROR: () => "无法上传文件。",
  COPY_TO_CLIPBOARD: "复制",
  COMPOSER_INSERT_MENTION: "提及某人",
  COMPOSER_INSERT_EMOJI: "插入表情",
  COMPOSER_ATTACH_FILES: "添加附件",
  COMPOSER_REMOVE_ATTACHMENT: "移除附件",
  COMPOSER_RETRY_ATTACHMENT: "重新上传附件",
  COMPOSER_PLACEHOLDER: "写评论…",
  COMPOSER_SEND: "发送",
  COMPOSER_TOGGLE_MARK: (mark) => marks[mark],
  COMMENT_EDITED: "（已编辑）",
  COMMENT_DELETED: "此评论已删除。",
  COMMENT_MORE: "更多",
  COMMENT_EDIT: "编辑评论",
  COMMENT_EDIT_COMPOSER_PLACEHOLDER: "编辑评论…",
  COMMENT_EDIT_COMPOSER_CANCEL: "取消",
  COMMENT_EDIT_COMPOSER_SAVE: "保存",
  COMMENT_DELETE: "删除评论",
  COMMENT_DELETE_ATTACHMENT: "删除附件",
  COMMENT_ADD_REACTION: "添加回应",
  COMMENT_REACTION_LIST: (list, emoji) => (
    <>
      {list}用 {emoji} 作出了回应
    </>
  ),
  COMMENT_REACTION_DESCRIPTION: (emoji, count) => `${emoji}: ${reactions(count)}`,
  THREAD_TITLE: "讨论",
  THREAD_RESOLVE: "将讨论标记为已解决",
  THREAD_UNRESOLVE: "重新打开讨论",
  THREAD_SUBSCRIBE: "订阅讨论",
  THREAD_UNSUBSCRIBE: "取消订阅讨论",
  THREAD_NEW_INDICATOR: "新",
  THREAD_NEW_INDICATOR_DESCRIPTION: "新评论",
  THREAD_SHOW_MORE_COMMENTS: counted({ other: "再显示 # 条评论" }),
  THREAD_COMPOSER_PLACEHOLDER: "回复讨论…",
  THREAD_COMPOSER_SEND: "回复",
  INBOX_NOTIFICATION_MORE: "更多",
  INBOX_NOTIFICATION_MARK_AS_READ: "标为已读",
  INBOX_NOTIFICATION_DELETE: "删除通知",
  INBOX_NOTIFICATION_THREAD_COMMENTS_LIST: (list, room) => (
    <>
      {list}在{room ?? "讨论"}中发表了评论
    </>
  ),
  INBOX_NOTIFICATION_THREAD_MENTION: mentionOf,
  INBOX_NOTIFICATION_TEXT_MENTION: mentionOf,
  HISTORY_VERSION_SUMMARY_AUTHORS_LIST: authorsOf,
  HISTORY_VERSION_PREVIEW_AUTHORS_LIST: authorsOf,
  HISTORY_VERSION_PREVIEW_RESTORE: "恢复",
  HISTORY_VERSION_PREVIEW_LOADING: "正在加载版本…",
  HISTORY_VERSION_PREVIEW_EMPTY: "此版本为空。",
  HISTORY_VERSION_PREVIEW_ERROR: () => "无法加载此版本。",
  AI_COMPOSER_PLACEHOLDER: "随便问点什么…",
  AI_COMPOSER_SEND: "发送",
  AI_COMPOSER_ABORT: "停止",
  AI_CHAT_MESSAGE_DELETED: "此消息已删除。",
  AI_CHAT_MESSAGE_THINKING: "思考中…",
  AI_CHAT_MESSAGE_REASONING: (isStreaming) => (isStreaming ? "推理中…" : "推理"),
  AI_CHAT_MESSAGE_RETRIEVAL: (isStreaming, { query }) => (
    <>
      {isStreaming ? "正在搜索" : "已搜索"} <q>{query}</q>
    </>
  ),
  AI_CHAT_MESSAGE_SOURCES: "来源",
  AI_CHAT_MESSAGE_RETRY: "重试",
  AI_CHAT_MESSAGE_PREVIOUS: "上一个版本",
  AI_CHAT_MESSAGE_NEXT: "下一个版本",
  AI_CHAT_MESSAGES: "消息",
  AI_CHAT_LOADING: "正在加载消息…",
  AI_CHAT_SCROLL_TO_BOTTOM: "跳到最新消息",
  AI_CHAT_MESSAGES_ERROR: () => "无法加载消息。",
  AI_TOOL_STATUS: (status) => toolStatuses[status],
  AI_TOOL_INSPECTOR_ARGUMENTS: "参数",
  AI_TOOL_INSPECTOR_RESULT: "结果",
  AI_TOOL_CONFIRMATION_CONFIRM: "确认",
  AI_TOOL_CONFIRMATION_CANCEL: "取消",
  TEXT_EDITOR_TOOLBAR: "格式",
  TEXT_EDITOR_COMMAND: (command) => commands[command],
  TEXT_EDITOR_BLOCKS: "块类型",
  TEXT_EDITOR_BLOCK: (block) => blocks[block],
  TEXT_EDITOR_MENTIONS_LOADING: "正在加载建议…",
  AI_TOOLBAR_PLACEHOLDER: (name) => `向 ${name} 提问…`,
  AI_TOOLBAR_FOLLOW_UP: (name) => `告诉 ${name} 要修改什么…`,
  AI_TOOLBAR_SEND: "发送",
  AI_TOOLBAR_THINKING: (name) => `${name} 正在思考…`,
  AI_TOOLBAR_CANCEL: "停止",
  AI_TOOLBAR_ACCEPT: "接受",
  AI_TOOLBAR_INSERT: "在下方插入",
  AI_TOOLBAR_RETRY: "重试",
  AI_TOOLBAR_DISCARD: "放弃",
  AI_TOOLBAR_ERROR: () => "AI 无法回答。请重试。",
  AI_TOOLBAR_SUGGESTIONS: (group) => (group === "edit" ? "修改文本" : "补充文本"),
  AI_TOOLBAR_SUGGESTION: (suggestion) => suggestions[suggestion],
};
