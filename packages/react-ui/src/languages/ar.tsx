import type { ReactNode } from "react";
import type { ComposerBodyMark } from "../overrides/overrides.ts";
import type {
  AiToolbarSuggestionName,
  AllOverrides,
  TextEditorBlock,
  TextEditorCommand,
} from "../overrides/text-editor-overrides.ts";
import { countedIn } from "./counted.ts";

const counted = countedIn("ar");
const reactions = counted({
  zero: "لا تفاعلات",
  one: "تفاعل واحد",
  two: "تفاعلان",
  few: "# تفاعلات",
  many: "# تفاعلًا",
  other: "# تفاعل",
});

const marks: Readonly<Record<ComposerBodyMark, string>> = {
  bold: "غامق",
  italic: "مائل",
  strikethrough: "يتوسطه خط",
  code: "رمز برمجي",
};

const commands: Readonly<Record<TextEditorCommand, string>> = {
  undo: "تراجع",
  redo: "إعادة",
  bold: "غامق",
  italic: "مائل",
  underline: "تحته خط",
  strikethrough: "يتوسطه خط",
  code: "رمز برمجي",
  comment: "إضافة تعليق",
  ai: "سؤال الذكاء الاصطناعي",
};

const blocks: Readonly<Record<TextEditorBlock, string>> = {
  text: "نص",
  heading1: "عنوان 1",
  heading2: "عنوان 2",
  heading3: "عنوان 3",
  bulletList: "قائمة نقطية",
  numberedList: "قائمة مرقمة",
  blockquote: "اقتباس",
  codeBlock: "كتلة برمجية",
};

const suggestions: Readonly<Record<AiToolbarSuggestionName, string>> = {
  improve: "تحسين الأسلوب",
  fix: "تصحيح الأخطاء",
  shorten: "اختصار",
  lengthen: "إضافة تفاصيل",
  continue: "متابعة الكتابة",
  summarize: "تلخيص",
  explain: "شرح",
};

const toolStatuses = { pending: "قيد التنفيذ", success: "تم", error: "فشل", cancelled: "أُلغي" } as const;

function mentionOf(user: ReactNode, room: ReactNode | undefined): ReactNode {
  return (
    <>
      إشارة إليك من {user}
      {room === undefined ? null : <> في {room}</>}
    </>
  );
}

function authorsOf(list: ReactNode | undefined): ReactNode {
  return list === undefined ? "المؤلف غير معروف" : <>تغييرات {list}</>;
}

/** Arabic. */
export const ar: AllOverrides = {
  locale: "ar",
  dir: "rtl",
  USER_SELF: "أنت",
  USER_UNKNOWN: "مجهول",
  LIST_REMAINING: counted({ other: "# غيرها" }),
  LIST_REMAINING_USERS: counted({
    zero: "لا أحد غيرهم",
    one: "شخص آخر",
    two: "شخصان آخران",
    few: "# أشخاص آخرين",
    many: "# شخصًا آخر",
    other: "# شخص آخر",
  }),
  LIST_REMAINING_COMMENTS: counted({
    zero: "لا تعليقات أخرى",
    one: "تعليق آخر",
    two: "تعليقان آخران",
    few: "# تعليقات أخرى",
    many: "# تعليقًا آخر",
    other: "# تعليق آخر",
  }),
  EMOJI_PICKER_SEARCH_PLACEHOLDER: "بحث…",
  EMOJI_PICKER_EMPTY: "لم يُعثر على رموز تعبيرية.",
  EMOJI_PICKER_ERROR: () => "تعذّر تحميل الرموز التعبيرية.",
  EMOJI_PICKER_CHANGE_SKIN_TONE: "اختيار لون البشرة",
  ATTACHMENT_TOO_LARGE: (maxSize) => (maxSize === undefined ? "الملف كبير جدًا" : `أكبر من ${maxSize}`),
  ATTACHMENT_ERROR: () => "تعذّر رفع الملف.",
  COPY_TO_CLIPBOARD: "نسخ",
  COMPOSER_INSERT_MENTION: "الإشارة إلى شخص",
  COMPOSER_INSERT_EMOJI: "إدراج رمز تعبيري",
  COMPOSER_ATTACH_FILES: "إرفاق ملفات",
  COMPOSER_REMOVE_ATTACHMENT: "إزالة المرفق",
  COMPOSER_RETRY_ATTACHMENT: "إعادة رفع المرفق",
  COMPOSER_PLACEHOLDER: "اكتب تعليقًا…",
  COMPOSER_SEND: "إرسال",
  COMPOSER_TOGGLE_MARK: (mark) => marks[mark],
  COMMENT_EDITED: "(معدّل)",
  COMMENT_DELETED: "حُذف هذا التعليق.",
  COMMENT_MORE: "المزيد",
  COMMENT_EDIT: "تعديل التعليق",
  COMMENT_EDIT_COMPOSER_PLACEHOLDER: "تعديل التعليق…",
  COMMENT_EDIT_COMPOSER_CANCEL: "إلغاء",
  COMMENT_EDIT_COMPOSER_SAVE: "حفظ",
  COMMENT_DELETE: "حذف التعليق",
  COMMENT_DELETE_ATTACHMENT: "حذف المرفق",
  COMMENT_ADD_REACTION: "إضافة تفاعل",
  COMMENT_REACTION_LIST: (list, emoji) => (
    <>
      تفاعل بـ {emoji}: {list}
    </>
  ),
  COMMENT_REACTION_DESCRIPTION: (emoji, count) => `${emoji}: ${reactions(count)}`,
  THREAD_TITLE: "محادثة",
  THREAD_RESOLVE: "وضع علامة «تم الحل» على المحادثة",
  THREAD_UNRESOLVE: "إعادة فتح المحادثة",
  THREAD_SUBSCRIBE: "الاشتراك في المحادثة",
  THREAD_UNSUBSCRIBE: "إلغاء الاشتراك في المحادثة",
  THREAD_NEW_INDICATOR: "جديد",
  THREAD_NEW_INDICATOR_DESCRIPTION: "تعليقات جديدة",
  THREAD_SHOW_MORE_COMMENTS: counted({
    zero: "عرض المزيد",
    one: "عرض تعليق آخر",
    two: "عرض تعليقين آخرين",
    few: "عرض # تعليقات أخرى",
    many: "عرض # تعليقًا آخر",
    other: "عرض # تعليق آخر",
  }),
  THREAD_COMPOSER_PLACEHOLDER: "الرد على المحادثة…",
  THREAD_COMPOSER_SEND: "رد",
  INBOX_NOTIFICATION_MORE: "المزيد",
  INBOX_NOTIFICATION_MARK_AS_READ: "وضع علامة «مقروء»",
  INBOX_NOTIFICATION_DELETE: "حذف الإشعار",
  INBOX_NOTIFICATION_THREAD_COMMENTS_LIST: (list, room) => (
    <>
      تعليقات جديدة من {list} في {room ?? "محادثة"}
    </>
  ),
  INBOX_NOTIFICATION_THREAD_MENTION: mentionOf,
  INBOX_NOTIFICATION_TEXT_MENTION: mentionOf,
  HISTORY_VERSION_SUMMARY_AUTHORS_LIST: authorsOf,
  HISTORY_VERSION_PREVIEW_AUTHORS_LIST: authorsOf,
  HISTORY_VERSION_PREVIEW_RESTORE: "استعادة",
  HISTORY_VERSION_PREVIEW_LOADING: "جارٍ تحميل الإصدار…",
  HISTORY_VERSION_PREVIEW_EMPTY: "هذا الإصدار فارغ.",
  HISTORY_VERSION_PREVIEW_ERROR: () => "تعذّر تحميل الإصدار.",
  AI_COMPOSER_PLACEHOLDER: "اسأل أي شيء…",
  AI_COMPOSER_SEND: "إرسال",
  AI_COMPOSER_ABORT: "إيقاف",
  AI_CHAT_MESSAGE_DELETED: "حُذفت هذه الرسالة.",
  AI_CHAT_MESSAGE_THINKING: "جارٍ التفكير…",
  AI_CHAT_MESSAGE_REASONING: (isStreaming) => (isStreaming ? "جارٍ الاستدلال…" : "استدلال"),
  AI_CHAT_MESSAGE_RETRIEVAL: (isStreaming, { query }) => (
    <>
      {isStreaming ? "جارٍ البحث عن" : "بحث عن"} <q>{query}</q>
    </>
  ),
  AI_CHAT_MESSAGE_SOURCES: "المصادر",
  AI_CHAT_MESSAGE_RETRY: "إعادة المحاولة",
  AI_CHAT_MESSAGE_PREVIOUS: "الإصدار السابق",
  AI_CHAT_MESSAGE_NEXT: "الإصدار التالي",
  AI_CHAT_MESSAGES: "الرسائل",
  AI_CHAT_LOADING: "جارٍ تحميل الرسائل…",
  AI_CHAT_SCROLL_TO_BOTTOM: "الانتقال إلى أحدث رسالة",
  AI_CHAT_MESSAGES_ERROR: () => "تعذّر تحميل الرسائل.",
  AI_TOOL_STATUS: (status) => toolStatuses[status],
  AI_TOOL_INSPECTOR_ARGUMENTS: "الوسائط",
  AI_TOOL_INSPECTOR_RESULT: "النتيجة",
  AI_TOOL_CONFIRMATION_CONFIRM: "تأكيد",
  AI_TOOL_CONFIRMATION_CANCEL: "إلغاء",
  TEXT_EDITOR_TOOLBAR: "التنسيق",
  TEXT_EDITOR_COMMAND: (command) => commands[command],
  TEXT_EDITOR_BLOCKS: "نوع الفقرة",
  TEXT_EDITOR_BLOCK: (block) => blocks[block],
  TEXT_EDITOR_MENTIONS_LOADING: "جارٍ تحميل الاقتراحات…",
  AI_TOOLBAR_PLACEHOLDER: (name) => `اسأل ${name} أي شيء…`,
  AI_TOOLBAR_FOLLOW_UP: (name) => `أخبر ${name} بما يجب تغييره…`,
  AI_TOOLBAR_SEND: "إرسال",
  AI_TOOLBAR_THINKING: (name) => `${name} يفكر…`,
  AI_TOOLBAR_CANCEL: "إيقاف",
  AI_TOOLBAR_ACCEPT: "قبول",
  AI_TOOLBAR_INSERT: "إدراج أدناه",
  AI_TOOLBAR_RETRY: "إعادة المحاولة",
  AI_TOOLBAR_DISCARD: "تجاهل",
  AI_TOOLBAR_ERROR: () => "تعذرت إجابة الذكاء الاصطناعي. حاول مرة أخرى.",
  AI_TOOLBAR_SUGGESTIONS: (group) => (group === "edit" ? "تغيير النص" : "الإضافة إلى النص"),
  AI_TOOLBAR_SUGGESTION: (suggestion) => suggestions[suggestion],
};
