import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** The page's own colours, for code. They are variables, so that the editor follows the page's theme by itself. */
const surface = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--surface)", fontSize: "var(--code-size)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-code)", lineHeight: "1.7" },
  // Room for the name above a caret in the first line.
  ".cm-content": { padding: "1.75rem 0 40vh", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0 1.5rem 0 0.75rem" },
  ".cm-cursor, .cm-dropCursor": { borderLeft: "2px solid var(--accent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--code-selection)",
  },
  ".cm-activeLine": { backgroundColor: "var(--code-line)" },
  ".cm-gutters": { border: "0", backgroundColor: "var(--surface)", color: "var(--ink-faint)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--code-line)", color: "var(--ink)" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "2.75rem", padding: "0 0.25rem 0 0.75rem" },
  ".cm-foldGutter .cm-gutterElement": { width: "1.1rem", cursor: "pointer" },
  ".cm-foldPlaceholder": { border: "0", padding: "0 0.4em", background: "var(--line)", color: "var(--ink-soft)" },
  ".cm-placeholder": { color: "var(--ink-faint)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-soft)", outline: "1px solid var(--accent)" },
  ".cm-selectionMatch": { backgroundColor: "var(--accent-soft)" },
  ".cm-searchMatch": { backgroundColor: "var(--caution-soft)", outline: "1px solid var(--caution)" },
  ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--ink)", fontFamily: "var(--font)" },
  ".cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panel.cm-search": { padding: "0.375rem 2.5rem 0.375rem 0.75rem" },
  ".cm-panel.cm-search label": { fontSize: "0.875rem" },
  ".cm-panel.cm-search input, .cm-panel.cm-search button": { fontSize: "0.875rem", verticalAlign: "middle" },
  ".cm-panel.cm-search [name=close]": { width: "2rem", fontSize: "1.25rem", color: "var(--ink-soft)" },
  ".cm-textfield": {
    minHeight: "2.25rem",
    padding: "0 0.6rem",
    border: "1px solid var(--line-strong)",
    borderRadius: "0.5rem",
    background: "var(--surface)",
  },
  ".cm-button": {
    minHeight: "2.25rem",
    padding: "0 0.75rem",
    border: "1px solid var(--line)",
    borderRadius: "0.5rem",
    background: "var(--surface)",
  },
  ".cm-tooltip": {
    border: "1px solid var(--line)",
    borderRadius: "0.5rem",
    overflow: "hidden",
    background: "var(--raised)",
    boxShadow: "var(--shadow-large)",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--accent)", color: "var(--accent-ink)" },
  ".cm-ySelectionCaret": { zIndex: "1" },
  ".cm-ySelectionCaretDot": { display: "none" },
  ".cm-ySelectionInfo": {
    top: "-1.2em",
    left: "-2px",
    padding: "0 0.4rem",
    borderRadius: "0.4rem 0.4rem 0.4rem 0",
    font: "550 0.75rem/1.5 var(--font)",
    opacity: "1",
    pointerEvents: "none",
    userSelect: "none",
  },
});

const code = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.self], color: "var(--code-keyword)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.inserted], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit, tags.color], color: "var(--code-value)" },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.labelName],
    color: "var(--code-name)",
  },
  { tag: [tags.typeName, tags.className, tags.tagName, tags.namespace], color: "var(--code-type)" },
  { tag: [tags.propertyName, tags.attributeName, tags.definition(tags.propertyName)], color: "var(--code-property)" },
  { tag: [tags.comment, tags.meta], color: "var(--ink-faint)", fontStyle: "italic" },
  { tag: [tags.punctuation, tags.operator, tags.bracket], color: "var(--ink-soft)" },
  { tag: tags.heading, color: "var(--code-keyword)", fontWeight: "600" },
  { tag: tags.strong, fontWeight: "600" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: [tags.link, tags.url], color: "var(--code-name)", textDecoration: "underline" },
  { tag: tags.invalid, color: "var(--danger)" },
]);

export const editorTheme: Extension = [surface, syntaxHighlighting(code)];
