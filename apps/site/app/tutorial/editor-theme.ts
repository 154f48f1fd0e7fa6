import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** The site's own colours, for an editor. They know both palettes, so the editor follows the theme by itself. */
const surface = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--surface)", fontSize: "0.8125rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-code)", lineHeight: "1.65" },
  ".cm-content": { padding: "0.75rem 0", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0 1rem 0 0.5rem" },
  ".cm-cursor, .cm-dropCursor": { borderLeft: "2px solid var(--accent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--selection)",
  },
  ".cm-gutters": { border: "0", backgroundColor: "var(--surface)", color: "var(--faint)" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "2.75rem", padding: "0 0.5rem 0 0.75rem" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "var(--sunken)" },
  "&.cm-focused .cm-activeLineGutter": { backgroundColor: "var(--sunken)", color: "var(--ink)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--accent-soft)",
    outline: "1px solid var(--accent-line)",
  },
});

// As code is coloured on the pages beside it.
const code = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.self],
    color: "light-dark(oklch(0.44 0.2 300), oklch(0.79 0.12 305))",
  },
  {
    tag: [tags.string, tags.special(tags.string), tags.regexp],
    color: "light-dark(oklch(0.42 0.1 155), oklch(0.82 0.11 155))",
  },
  {
    tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit, tags.color, tags.typeName, tags.className],
    color: "light-dark(oklch(0.43 0.17 262), oklch(0.79 0.11 255))",
  },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.tagName],
    color: "light-dark(oklch(0.45 0.16 265), oklch(0.81 0.1 268))",
  },
  { tag: [tags.attributeName], color: "light-dark(oklch(0.44 0.12 50), oklch(0.83 0.09 70))" },
  { tag: [tags.comment, tags.meta], color: "light-dark(oklch(0.47 0.02 80), oklch(0.72 0.02 80))" },
  {
    tag: [tags.punctuation, tags.operator, tags.bracket],
    color: "light-dark(oklch(0.42 0.015 72), oklch(0.78 0.012 80))",
  },
]);

export const editorTheme: Extension = [surface, syntaxHighlighting(code)];
