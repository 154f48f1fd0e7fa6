import type {
  AiToolbarOverrides,
  AiToolbarSuggestionName,
  TextEditorBlock,
  TextEditorCommand,
  TextEditorOverrides,
} from "../overrides/text-editor-overrides.ts";

const commands: Readonly<Record<TextEditorCommand, string>> = {
  undo: "Undo",
  redo: "Redo",
  bold: "Bold",
  italic: "Italic",
  underline: "Underline",
  strikethrough: "Strikethrough",
  code: "Inline code",
  comment: "Add a comment",
  ai: "Ask AI",
};

const blocks: Readonly<Record<TextEditorBlock, string>> = {
  text: "Text",
  heading1: "Heading 1",
  heading2: "Heading 2",
  heading3: "Heading 3",
  bulletList: "Bullet list",
  numberedList: "Numbered list",
  blockquote: "Quote",
  codeBlock: "Code block",
};

const suggestions: Readonly<Record<AiToolbarSuggestionName, string>> = {
  improve: "Improve writing",
  fix: "Fix mistakes",
  shorten: "Shorten",
  lengthen: "Add detail",
  continue: "Continue writing",
  summarize: "Summarize",
  explain: "Explain",
};

/** The texts of parts for text editors in English. */
export const englishTextEditor: TextEditorOverrides & AiToolbarOverrides = {
  HISTORY_VERSION_PREVIEW_LOADING: "Loading the version…",
  TEXT_EDITOR_TOOLBAR: "Formatting",
  TEXT_EDITOR_COMMAND: (command) => commands[command],
  TEXT_EDITOR_BLOCKS: "Kind of block",
  TEXT_EDITOR_BLOCK: (block) => blocks[block],
  TEXT_EDITOR_MENTIONS_LOADING: "Loading suggestions…",
  AI_TOOLBAR_PLACEHOLDER: (name) => `Ask ${name} anything…`,
  AI_TOOLBAR_FOLLOW_UP: (name) => `Tell ${name} what to change…`,
  AI_TOOLBAR_SEND: "Send",
  AI_TOOLBAR_THINKING: (name) => `${name} is thinking…`,
  AI_TOOLBAR_CANCEL: "Stop",
  AI_TOOLBAR_ACCEPT: "Accept",
  AI_TOOLBAR_INSERT: "Insert below",
  AI_TOOLBAR_RETRY: "Try again",
  AI_TOOLBAR_DISCARD: "Discard",
  AI_TOOLBAR_ERROR: () => "The AI could not answer. Try again.",
  AI_TOOLBAR_SUGGESTIONS: (group) => (group === "edit" ? "Change the text" : "Add to the text"),
  AI_TOOLBAR_SUGGESTION: (suggestion) => suggestions[suggestion],
};
