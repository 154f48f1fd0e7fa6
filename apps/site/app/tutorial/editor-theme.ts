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

// The colours of all code on the site.
const code = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.self],
    color: "var(--code-keyword)",
  },
  {
    tag: [tags.string, tags.special(tags.string), tags.regexp],
    color: "var(--code-string)",
  },
  {
    tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit, tags.color, tags.typeName, tags.className],
    color: "var(--code-constant)",
  },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.tagName],
    color: "var(--code-function)",
  },
  { tag: [tags.attributeName], color: "var(--code-parameter)" },
  { tag: [tags.comment, tags.meta], color: "var(--code-comment)" },
  {
    tag: [tags.punctuation, tags.operator, tags.bracket],
    color: "var(--code-punctuation)",
  },
]);

export const editorTheme: Extension = [surface, syntaxHighlighting(code)];
