import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
  rectangularSelection,
} from "@codemirror/view";
import type { SharedDocument } from "@weft/example-shared/document";
import { useEffect, useRef, useState } from "react";
import { yCollab, yUndoManagerKeymap } from "y-codemirror.next";
import { UndoManager } from "yjs";
import type { Text } from "yjs";
import { editorTheme } from "./editor-theme.ts";
import { languages } from "./languages.ts";
import type { LanguageId } from "./languages.ts";

/** What the page around the editor shows of it. */
export interface CodeState {
  readonly line: number;
  readonly column: number;
  readonly selected: number;
  readonly isEmpty: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

export interface Code {
  readonly view: EditorView;
  readonly text: Text;
  /** Reverts only your own edits. */
  readonly history: UndoManager;
}

const before: CodeState = { line: 1, column: 1, selected: 0, isEmpty: true, canUndo: false, canRedo: false };

/** A CodeMirror on the room's document, for as long as its place is on the page. */
export function useCodeView({ provider, awareness }: SharedDocument, language: LanguageId) {
  const place = useRef<HTMLDivElement>(null);
  const grammar = useRef(new Compartment());
  const [code, setCode] = useState<Code | null>(null);
  const [state, setState] = useState(before);

  useEffect(() => {
    const parent = place.current;
    if (!parent) return;
    const text = provider.getYDoc().getText("code");
    const history = new UndoManager(text);
    const look = () => {
      const { doc, selection } = view.state;
      const line = doc.lineAt(selection.main.head);
      setState({
        line: line.number,
        column: selection.main.head - line.from + 1,
        selected: selection.ranges.reduce((count, range) => count + range.to - range.from, 0),
        isEmpty: doc.length === 0,
        canUndo: history.canUndo(),
        canRedo: history.canRedo(),
      });
    };
    const view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text.toJSON(),
        extensions: [
          editing,
          // On a phone, scrolling to the end of each line would take longer than reading it.
          matchMedia("(max-width: 40rem)").matches ? EditorView.lineWrapping : [],
          grammar.current.of([]),
          yCollab(text, awareness, { undoManager: history }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged || update.selectionSet) look();
          }),
        ],
      }),
    });
    for (const event of ["stack-item-added", "stack-item-popped", "stack-cleared"] as const) history.on(event, look);
    look();
    setCode({ view, text, history });
    return () => {
      setCode(null);
      view.destroy();
      history.destroy();
    };
  }, [provider, awareness]);

  useEffect(() => {
    if (!code) return;
    let current = true;
    void languages[language].load().then((extension) => {
      if (current) code.view.dispatch({ effects: grammar.current.reconfigure(extension) });
    });
    return () => {
      current = false;
    };
  }, [code, language]);

  return { place, code, state };
}

const editing: Extension = [
  lineNumbers(),
  foldGutter(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSpecialChars(),
  highlightSelectionMatches(),
  drawSelection(),
  dropCursor(),
  rectangularSelection(),
  crosshairCursor(),
  EditorState.allowMultipleSelections.of(true),
  EditorState.tabSize.of(2),
  indentUnit.of("  "),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion(),
  search({ top: true }),
  placeholder("Type here…"),
  EditorView.contentAttributes.of({ "aria-label": "Code", spellcheck: "false" }),
  keymap.of([
    ...yUndoManagerKeymap,
    ...closeBracketsKeymap,
    ...searchKeymap,
    ...foldKeymap,
    ...completionKeymap,
    ...defaultKeymap,
    // Escape, then Tab, still leaves the editor.
    indentWithTab,
  ]),
  editorTheme,
];
