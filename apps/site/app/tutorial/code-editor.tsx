import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { css } from "@codemirror/lang-css";
import { javascript } from "@codemirror/lang-javascript";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { useEffect, useRef } from "react";
import { editorTheme } from "./editor-theme.ts";
import type { Files } from "@weft/example-tutorial-runner/messages";

export interface CodeEditorProps {
  /** The initial files. For other files, use another `key`. */
  readonly files: Files;
  /** The open file. Each file keeps its own undo history. */
  readonly file: string;
  readonly readOnly: boolean;
  readonly onEdit: (file: string, text: string) => void;
  /** Called on Ctrl+Enter or ⌘+Enter. */
  readonly onCheck: () => void;
}

/** An editor of the files of a program. */
export function CodeEditor({ files, file, readOnly, onEdit, onCheck }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const states = useRef(new Map<string, EditorState>());
  const handlers = useRef({ onEdit, onCheck });
  useEffect(() => {
    handlers.current = { onEdit, onCheck };
  });

  useEffect(() => {
    const created = new EditorView({ parent: place.current! });
    view.current = created;
    return () => created.destroy();
  }, []);

  // Read-only files may change while they are shown.
  const given = readOnly ? files[file] : undefined;
  useEffect(() => {
    const all = states.current;
    const shown = view.current!;
    const kept = all.get(file);
    shown.setState(
      kept !== undefined && (given === undefined || kept.doc.toString() === given)
        ? kept
        : EditorState.create({
            doc: files[file] ?? "",
            extensions: [
              editing,
              file.endsWith(".css") ? css() : javascript({ jsx: true, typescript: true }),
              EditorState.readOnly.of(readOnly),
              EditorView.contentAttributes.of({
                "aria-label": readOnly ? `${file}, read only` : file,
                "aria-describedby": "editor-keys",
                // Editable content is focusable without it, but not every accessibility checker knows that.
                tabindex: "0",
                spellcheck: "false",
                autocorrect: "off",
                autocapitalize: "off",
              }),
              keymap.of([{ key: "Mod-Enter", run: () => (handlers.current.onCheck(), true) }, ...keys]),
              EditorView.updateListener.of((update) => {
                if (update.docChanged) handlers.current.onEdit(file, update.state.doc.toString());
              }),
            ],
          }),
    );
    return () => void all.set(file, shown.state);
    // The initial content of a file is read once.
  }, [file, readOnly, given]);

  return <div ref={place} className="size-full min-h-0 overflow-hidden" />;
}

// Escape, then Tab, leaves the editor.
const keys = [...closeBracketsKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab];

const editing: Extension = [
  lineNumbers(),
  history(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  drawSelection(),
  EditorState.tabSize.of(2),
  indentUnit.of("  "),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  editorTheme,
];
