import type { Editor } from "@tiptap/react";
import { createContext, useContext } from "react";

/** The editor that a toolbar belongs to. */
export const ToolbarEditor = createContext<Editor | null>(null);

/**
 * The editor that the toolbar around this component belongs to.
 *
 * @throws Error outside of a toolbar.
 */
export function useToolbarEditor(part: string): Editor {
  const editor = useContext(ToolbarEditor);
  if (editor === null) throw new Error(`${part} is a part of a Toolbar or a FloatingToolbar: render it inside of one.`);
  return editor;
}
