import type { ReactNode } from "react";
import type { ComposerBodyMark } from "../overrides/overrides.ts";
import type {
  AiToolbarSuggestionName,
  AllOverrides,
  TextEditorBlock,
  TextEditorCommand,
} from "../overrides/text-editor-overrides.ts";
import { countedIn } from "./counted.ts";

const counted = countedIn("de");
const reactions = counted({ one: "# Reaktion", other: "# Reaktionen" });

const marks: Readonly<Record<ComposerBodyMark, string>> = {
  bold: "Fett",
  italic: "Kursiv",
  strikethrough: "Durchgestrichen",
  code: "Code",
};

const commands: Readonly<Record<TextEditorCommand, string>> = {
  undo: "Rückgängig",
  redo: "Wiederholen",
  bold: "Fett",
  italic: "Kursiv",
  underline: "Unterstrichen",
  strikethrough: "Durchgestrichen",
  code: "Code",
  comment: "Kommentieren",
  ai: "KI fragen",
};

const blocks: Readonly<Record<TextEditorBlock, string>> = {
  text: "Text",
  heading1: "Überschrift 1",
  heading2: "Überschrift 2",
  heading3: "Überschrift 3",
  bulletList: "Aufzählung",
  numberedList: "Nummerierte Liste",
  blockquote: "Zitat",
  codeBlock: "Codeblock",
};

const suggestions: Readonly<Record<AiToolbarSuggestionName, string>> = {
  improve: "Stil verbessern",
  fix: "Fehler korrigieren",
  shorten: "Kürzen",
  lengthen: "Ausführlicher",
  continue: "Weiterschreiben",
  summarize: "Zusammenfassen",
  explain: "Erklären",
};

const toolStatuses = {
  pending: "Läuft",
  success: "Fertig",
  error: "Fehlgeschlagen",
  cancelled: "Abgebrochen",
} as const;

function mentionOf(user: ReactNode, room: ReactNode | undefined): ReactNode {
  return (
    <>
      {user} hat dich{room === undefined ? null : <> in {room}</>} erwähnt
    </>
  );
}

function authorsOf(list: ReactNode | undefined): ReactNode {
  return list === undefined ? "Autor unbekannt" : <>Änderungen von {list}</>;
}

/** German. */
export const de: AllOverrides = {
  locale: "de",
  dir: "ltr",
  USER_SELF: "du",
  USER_UNKNOWN: "Anonym",
  LIST_REMAINING: counted({ other: "# weitere" }),
  LIST_REMAINING_USERS: counted({ one: "# weitere Person", other: "# weitere Personen" }),
  LIST_REMAINING_COMMENTS: counted({ one: "# weiterer Kommentar", other: "# weitere Kommentare" }),
  EMOJI_PICKER_SEARCH_PLACEHOLDER: "Suchen…",
  EMOJI_PICKER_EMPTY: "Kein Emoji gefunden.",
  EMOJI_PICKER_ERROR: () => "Die Emojis konnten nicht geladen werden.",
  EMOJI_PICKER_CHANGE_SKIN_TONE: "Hautton wählen",
  ATTACHMENT_TOO_LARGE: (maxSize) => (maxSize === undefined ? "Die Datei ist zu groß" : `Größer als ${maxSize}`),
  ATTACHMENT_ERROR: () => "Die Datei konnte nicht hochgeladen werden.",
  COPY_TO_CLIPBOARD: "Kopieren",
  COMPOSER_INSERT_MENTION: "Jemanden erwähnen",
  COMPOSER_INSERT_EMOJI: "Emoji einfügen",
  COMPOSER_ATTACH_FILES: "Dateien anhängen",
  COMPOSER_REMOVE_ATTACHMENT: "Anhang entfernen",
  COMPOSER_RETRY_ATTACHMENT: "Anhang noch einmal hochladen",
  COMPOSER_PLACEHOLDER: "Kommentar schreiben…",
  COMPOSER_SEND: "Senden",
  COMPOSER_TOGGLE_MARK: (mark) => marks[mark],
  COMMENT_EDITED: "(bearbeitet)",
  COMMENT_DELETED: "Dieser Kommentar wurde gelöscht.",
  COMMENT_MORE: "Mehr",
  COMMENT_EDIT: "Kommentar bearbeiten",
  COMMENT_EDIT_COMPOSER_PLACEHOLDER: "Kommentar bearbeiten…",
  COMMENT_EDIT_COMPOSER_CANCEL: "Abbrechen",
  COMMENT_EDIT_COMPOSER_SAVE: "Speichern",
  COMMENT_DELETE: "Kommentar löschen",
  COMMENT_DELETE_ATTACHMENT: "Anhang löschen",
  COMMENT_ADD_REACTION: "Reaktion hinzufügen",
  COMMENT_REACTION_LIST: (list, emoji) => (
    <>
      Mit {emoji} reagiert: {list}
    </>
  ),
  COMMENT_REACTION_DESCRIPTION: (emoji, count) => `${emoji}: ${reactions(count)}`,
  THREAD_TITLE: "Diskussion",
  THREAD_RESOLVE: "Diskussion abschließen",
  THREAD_UNRESOLVE: "Diskussion wieder öffnen",
  THREAD_SUBSCRIBE: "Diskussion abonnieren",
  THREAD_UNSUBSCRIBE: "Diskussion nicht mehr abonnieren",
  THREAD_NEW_INDICATOR: "Neu",
  THREAD_NEW_INDICATOR_DESCRIPTION: "Neue Kommentare",
  THREAD_SHOW_MORE_COMMENTS: counted({ one: "# weiteren Kommentar anzeigen", other: "# weitere Kommentare anzeigen" }),
  THREAD_COMPOSER_PLACEHOLDER: "Antworten…",
  THREAD_COMPOSER_SEND: "Antworten",
  INBOX_NOTIFICATION_MORE: "Mehr",
  INBOX_NOTIFICATION_MARK_AS_READ: "Als gelesen markieren",
  INBOX_NOTIFICATION_DELETE: "Benachrichtigung löschen",
  INBOX_NOTIFICATION_THREAD_COMMENTS_LIST: (list, room, count) => (
    <>
      {list} {count === 1 ? "hat" : "haben"} in {room ?? "einer Diskussion"} kommentiert
    </>
  ),
  INBOX_NOTIFICATION_THREAD_MENTION: mentionOf,
  INBOX_NOTIFICATION_TEXT_MENTION: mentionOf,
  HISTORY_VERSION_SUMMARY_AUTHORS_LIST: authorsOf,
  HISTORY_VERSION_PREVIEW_AUTHORS_LIST: authorsOf,
  HISTORY_VERSION_PREVIEW_RESTORE: "Wiederherstellen",
  HISTORY_VERSION_PREVIEW_LOADING: "Version wird geladen…",
  HISTORY_VERSION_PREVIEW_EMPTY: "Diese Version ist leer.",
  HISTORY_VERSION_PREVIEW_ERROR: () => "Die Version konnte nicht geladen werden.",
  AI_COMPOSER_PLACEHOLDER: "Frag etwas…",
  AI_COMPOSER_SEND: "Senden",
  AI_COMPOSER_ABORT: "Anhalten",
  AI_CHAT_MESSAGE_DELETED: "Diese Nachricht wurde gelöscht.",
  AI_CHAT_MESSAGE_THINKING: "Denkt nach…",
  AI_CHAT_MESSAGE_REASONING: (isStreaming) => (isStreaming ? "Überlegt…" : "Überlegung"),
  AI_CHAT_MESSAGE_RETRIEVAL: (isStreaming, { query }) => (
    <>
      {isStreaming ? "Sucht nach" : "Suche nach"} <q>{query}</q>
    </>
  ),
  AI_CHAT_MESSAGE_SOURCES: "Quellen",
  AI_CHAT_MESSAGE_RETRY: "Noch einmal versuchen",
  AI_CHAT_MESSAGE_PREVIOUS: "Vorherige Fassung",
  AI_CHAT_MESSAGE_NEXT: "Nächste Fassung",
  AI_CHAT_MESSAGES: "Nachrichten",
  AI_CHAT_LOADING: "Nachrichten werden geladen…",
  AI_CHAT_SCROLL_TO_BOTTOM: "Zur neuesten Nachricht",
  AI_CHAT_MESSAGES_ERROR: () => "Die Nachrichten konnten nicht geladen werden.",
  AI_TOOL_STATUS: (status) => toolStatuses[status],
  AI_TOOL_INSPECTOR_ARGUMENTS: "Argumente",
  AI_TOOL_INSPECTOR_RESULT: "Ergebnis",
  AI_TOOL_CONFIRMATION_CONFIRM: "Bestätigen",
  AI_TOOL_CONFIRMATION_CANCEL: "Abbrechen",
  TEXT_EDITOR_TOOLBAR: "Formatierung",
  TEXT_EDITOR_COMMAND: (command) => commands[command],
  TEXT_EDITOR_BLOCKS: "Art des Absatzes",
  TEXT_EDITOR_BLOCK: (block) => blocks[block],
  TEXT_EDITOR_MENTIONS_LOADING: "Vorschläge werden geladen…",
  AI_TOOLBAR_PLACEHOLDER: (name) => `${name} etwas fragen…`,
  AI_TOOLBAR_FOLLOW_UP: (name) => `${name} sagen, was anders werden soll…`,
  AI_TOOLBAR_SEND: "Senden",
  AI_TOOLBAR_THINKING: (name) => `${name} denkt nach…`,
  AI_TOOLBAR_CANCEL: "Anhalten",
  AI_TOOLBAR_ACCEPT: "Übernehmen",
  AI_TOOLBAR_INSERT: "Darunter einfügen",
  AI_TOOLBAR_RETRY: "Noch einmal",
  AI_TOOLBAR_DISCARD: "Verwerfen",
  AI_TOOLBAR_ERROR: () => "Die KI konnte nicht antworten. Bitte noch einmal versuchen.",
  AI_TOOLBAR_SUGGESTIONS: (group) => (group === "edit" ? "Text ändern" : "Text ergänzen"),
  AI_TOOLBAR_SUGGESTION: (suggestion) => suggestions[suggestion],
};
