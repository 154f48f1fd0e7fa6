import { renderToStaticMarkup } from "react-dom/server";
import { Fragment } from "react";
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import type { ShownReasoning, ShownRetrieval } from "../overrides/overrides.ts";
import type { AllOverrides } from "../overrides/text-editor-overrides.ts";
import { ar } from "./ar.tsx";
import { de } from "./de.tsx";
import { en } from "./en.tsx";
import { es } from "./es.tsx";
import { fr } from "./fr.tsx";
import { ja } from "./ja.tsx";
import { pt } from "./pt.tsx";
import { zh } from "./zh.tsx";

const languages: readonly AllOverrides[] = [en, de, es, fr, pt, ja, zh, ar];
const textOf = (node: ReactNode) => renderToStaticMarkup(<Fragment>{node}</Fragment>).replaceAll(/<[^>]+>/g, "");

const counts = [0, 1, 2, 5, 11];
const error = new Error("It failed.");
const reasoning = { type: "reasoning", text: "Hm." } as ShownReasoning;
const retrieval = { type: "retrieval", kind: "knowledge", query: "regions" } as ShownRetrieval;

/** Calls of all texts that are functions. */
const calls: {
  readonly [K in keyof AllOverrides as AllOverrides[K] extends string ? never : K]?: (
    texts: AllOverrides,
  ) => readonly ReactNode[];
} = {
  LIST_REMAINING: (texts) => counts.map((count) => texts.LIST_REMAINING(count)),
  LIST_REMAINING_USERS: (texts) => counts.map((count) => texts.LIST_REMAINING_USERS(count)),
  LIST_REMAINING_COMMENTS: (texts) => counts.map((count) => texts.LIST_REMAINING_COMMENTS(count)),
  THREAD_SHOW_MORE_COMMENTS: (texts) => counts.map((count) => texts.THREAD_SHOW_MORE_COMMENTS(count)),
  COMMENT_REACTION_DESCRIPTION: (texts) => counts.map((count) => texts.COMMENT_REACTION_DESCRIPTION("👍", count)),
  COMMENT_REACTION_LIST: (texts) => counts.map((count) => texts.COMMENT_REACTION_LIST("Ada", "👍", count)),
  EMOJI_PICKER_ERROR: (texts) => [texts.EMOJI_PICKER_ERROR(error)],
  ATTACHMENT_TOO_LARGE: (texts) => [texts.ATTACHMENT_TOO_LARGE(), texts.ATTACHMENT_TOO_LARGE("5 MB")],
  ATTACHMENT_ERROR: (texts) => [texts.ATTACHMENT_ERROR(error)],
  COMPOSER_TOGGLE_MARK: (texts) =>
    (["bold", "italic", "strikethrough", "code"] as const).map((mark) => texts.COMPOSER_TOGGLE_MARK(mark)),
  INBOX_NOTIFICATION_THREAD_COMMENTS_LIST: (texts) =>
    counts.flatMap((count) =>
      ["The room", undefined].map((room) => texts.INBOX_NOTIFICATION_THREAD_COMMENTS_LIST("Ada", room, count)),
    ),
  INBOX_NOTIFICATION_THREAD_MENTION: (texts) =>
    ["The room", undefined].map((room) => texts.INBOX_NOTIFICATION_THREAD_MENTION("Ada", room)),
  INBOX_NOTIFICATION_TEXT_MENTION: (texts) =>
    ["The room", undefined].map((room) => texts.INBOX_NOTIFICATION_TEXT_MENTION("Ada", room)),
  HISTORY_VERSION_SUMMARY_AUTHORS_LIST: (texts) =>
    ["Ada", undefined].map((list) => texts.HISTORY_VERSION_SUMMARY_AUTHORS_LIST(list)),
  HISTORY_VERSION_PREVIEW_AUTHORS_LIST: (texts) =>
    ["Ada", undefined].map((list) => texts.HISTORY_VERSION_PREVIEW_AUTHORS_LIST(list)),
  HISTORY_VERSION_PREVIEW_ERROR: (texts) => [texts.HISTORY_VERSION_PREVIEW_ERROR(error)],
  AI_CHAT_MESSAGE_REASONING: (texts) =>
    [true, false].map((isStreaming) => texts.AI_CHAT_MESSAGE_REASONING(isStreaming, reasoning)),
  AI_CHAT_MESSAGE_RETRIEVAL: (texts) =>
    [true, false].map((isStreaming) => texts.AI_CHAT_MESSAGE_RETRIEVAL(isStreaming, retrieval)),
  AI_CHAT_MESSAGES_ERROR: (texts) => [texts.AI_CHAT_MESSAGES_ERROR(error)],
  AI_TOOL_STATUS: (texts) =>
    (["pending", "success", "error", "cancelled"] as const).map((status) => texts.AI_TOOL_STATUS(status)),
  TEXT_EDITOR_COMMAND: (texts) =>
    (["undo", "redo", "bold", "italic", "underline", "strikethrough", "code", "comment", "ai"] as const).map(
      texts.TEXT_EDITOR_COMMAND,
    ),
  TEXT_EDITOR_BLOCK: (texts) =>
    (
      ["text", "heading1", "heading2", "heading3", "bulletList", "numberedList", "blockquote", "codeBlock"] as const
    ).map(texts.TEXT_EDITOR_BLOCK),
  AI_TOOLBAR_PLACEHOLDER: (texts) => [texts.AI_TOOLBAR_PLACEHOLDER("AI")],
  AI_TOOLBAR_FOLLOW_UP: (texts) => [texts.AI_TOOLBAR_FOLLOW_UP("AI")],
  AI_TOOLBAR_THINKING: (texts) => [texts.AI_TOOLBAR_THINKING("AI")],
  AI_TOOLBAR_ERROR: (texts) => [texts.AI_TOOLBAR_ERROR(error)],
  AI_TOOLBAR_SUGGESTIONS: (texts) => (["edit", "add"] as const).map(texts.AI_TOOLBAR_SUGGESTIONS),
  AI_TOOLBAR_SUGGESTION: (texts) =>
    (["improve", "fix", "shorten", "lengthen", "continue", "summarize", "explain"] as const).map(
      texts.AI_TOOLBAR_SUGGESTION,
    ),
};

describe.each(languages)("$locale", (texts) => {
  test("[UI7] has every text of the English language, and none besides", () => {
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(en).toSorted());
    for (const [name, text] of Object.entries(texts))
      if (typeof text === "function") expect(calls, name).toHaveProperty(name);
      else expect(textOf(text as ReactNode).trim(), name).not.toBe("");
  });

  test("[UI7] writes something for every number and state", () => {
    for (const [name, call] of Object.entries(calls))
      for (const text of call(texts)) {
        expect(textOf(text).trim(), name).not.toBe("");
        expect(textOf(text), name).not.toMatch(/#|undefined|null/);
      }
  });
});

test("[UI7] numbers are written with the forms and digits of the language", () => {
  expect(counts.map((count) => en.THREAD_SHOW_MORE_COMMENTS(count))).toEqual([
    "Show 0 more comments",
    "Show 1 more comment",
    "Show 2 more comments",
    "Show 5 more comments",
    "Show 11 more comments",
  ]);
  expect(new Set(counts.map((count) => ar.LIST_REMAINING_COMMENTS(count))).size).toBe(counts.length);
  expect(de.LIST_REMAINING_USERS(1_500)).toBe("1.500 weitere Personen");
});

test("[UI7] Arabic is read from right to left, and the others from left to right", () => {
  expect(languages.filter(({ dir }) => dir === "rtl")).toEqual([ar]);
});
