import type { LexicalEditor } from "lexical";

const attribute = "data-placeholder";
// A paragraph without text has no direction of its own: that of the editor is the language's.
const rule = `[${attribute}] { direction: inherit; }
[${attribute}]::before { content: attr(${attribute}); float: inline-start; block-size: 0; pointer-events: none; }`;
let isStyled = false;

/** Shows a placeholder in the first paragraph, or none with an empty text. It is no part of what is edited. Answers how it is ended. */
export function showPlaceholder(editor: LexicalEditor, text: string): () => void {
  style();
  const show = () => {
    const paragraph = editor.getRootElement()?.firstElementChild;
    if (text === "") paragraph?.removeAttribute(attribute);
    else if (paragraph?.getAttribute(attribute) !== text) paragraph?.setAttribute(attribute, text);
  };
  show();
  // The paragraph may be another one.
  return editor.registerUpdateListener(show);
}

/** Primitives need no style sheet of the application. */
function style(): void {
  if (isStyled || typeof CSSStyleSheet === "undefined" || !("adoptedStyleSheets" in document)) return;
  isStyled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rule);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
