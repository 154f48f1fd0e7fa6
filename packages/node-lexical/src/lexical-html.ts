/** Documents as HTML. */
import { $generateHtmlFromNodes } from "@lexical/html";
import type { LexicalEditor } from "lexical";
import { parseHTML } from "linkedom";

/** Lexical writes HTML with the DOM of a page: while it writes, there is one in memory. */
export function htmlOfEditor(editor: LexicalEditor): string {
  const { document, window } = parseHTML("<!doctype html><html><body></body></html>");
  return withGlobals({ document, window }, () => editor.read(() => $generateHtmlFromNodes(editor, null)));
}

function withGlobals<T>(values: Readonly<Record<string, unknown>>, run: () => T): T {
  const before = Object.keys(values).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  try {
    return run();
  } finally {
    for (const [name, descriptor] of before)
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
  }
}
