/** The texts of parts for text editors. Applications without one do not load them. */
import type { ReactNode } from "react";
import type { Overrides } from "./overrides.ts";

/** What buttons of text editors do. */
export type TextEditorCommand =
  | "undo"
  | "redo"
  | "bold"
  | "italic"
  | "underline"
  | "strikethrough"
  | "code"
  | "comment"
  | "ai";
/** Kinds of blocks of a text. */
export type TextEditorBlock =
  | "text"
  | "heading1"
  | "heading2"
  | "heading3"
  | "bulletList"
  | "numberedList"
  | "blockquote"
  | "codeBlock";

/** Texts of text editors. */
export interface TextEditorOverrides {
  /** The accessible name of a toolbar. */
  readonly TEXT_EDITOR_TOOLBAR: string;
  readonly TEXT_EDITOR_COMMAND: (command: TextEditorCommand) => string;
  /** The accessible name of the menu of kinds of blocks. */
  readonly TEXT_EDITOR_BLOCKS: string;
  readonly TEXT_EDITOR_BLOCK: (block: TextEditorBlock) => string;
  readonly TEXT_EDITOR_MENTIONS_LOADING: string;
  /** While the document of a version is loaded. */
  readonly HISTORY_VERSION_PREVIEW_LOADING: string;
}

/** What an AI toolbar suggests by default. */
export type AiToolbarSuggestionName = "improve" | "fix" | "shorten" | "lengthen" | "continue" | "summarize" | "explain";

/** Texts of AI toolbars. `name` is that of the AI. */
export interface AiToolbarOverrides {
  readonly AI_TOOLBAR_PLACEHOLDER: (name: string) => string;
  /** The placeholder while a proposal is reviewed. */
  readonly AI_TOOLBAR_FOLLOW_UP: (name: string) => string;
  readonly AI_TOOLBAR_SEND: string;
  readonly AI_TOOLBAR_THINKING: (name: string) => ReactNode;
  readonly AI_TOOLBAR_CANCEL: string;
  readonly AI_TOOLBAR_ACCEPT: string;
  /** Accepts an answer that is no part of the text. */
  readonly AI_TOOLBAR_INSERT: string;
  readonly AI_TOOLBAR_RETRY: string;
  readonly AI_TOOLBAR_DISCARD: string;
  readonly AI_TOOLBAR_ERROR: (error: Error) => ReactNode;
  /** The label of suggestions that change a text, or add to it. */
  readonly AI_TOOLBAR_SUGGESTIONS: (group: "edit" | "add") => string;
  readonly AI_TOOLBAR_SUGGESTION: (suggestion: AiToolbarSuggestionName) => string;
}

/** All texts of all components, and of the parts for text editors: those that a language has. */
export type AllOverrides = Overrides & TextEditorOverrides & AiToolbarOverrides;
