/** Sections of toolbars. A section shows what the editor can do: a mark that its schema does not have is left out. */
import { useEditorState } from "@tiptap/react";
import type { Editor } from "@tiptap/react";
import { yUndoPluginKey } from "@tiptap/y-tiptap";
import { Icon } from "@weft/react-ui";
import { ToolbarButton, ToolbarToggle, useTextEditorOverrides } from "@weft/react-ui/text-editor";
import type { ReactElement } from "react";
import { aiQuestion } from "../ai/ai-extension.ts";
import { hasPendingComment } from "../comments/comments-extension.ts";
import { useToolbarEditor } from "./toolbar-editor.ts";

const marks = [
  { mark: "bold", command: "bold", shortcut: "Mod-B", Shown: Icon.Bold },
  { mark: "italic", command: "italic", shortcut: "Mod-I", Shown: Icon.Italic },
  { mark: "underline", command: "underline", shortcut: "Mod-U", Shown: Icon.Underline },
  { mark: "strike", command: "strikethrough", shortcut: "Mod-Shift-S", Shown: Icon.Strikethrough },
  { mark: "code", command: "code", shortcut: "Mod-E", Shown: Icon.Code },
] as const;

/** Marks of text, such as bold. */
export function ToolbarSectionInline(): ReactElement {
  const editor = useToolbarEditor("Toolbar.SectionInline");
  const texts = useTextEditorOverrides();
  const { active, isEditable } = useEditorState({
    editor,
    selector: ({ editor: of }) => ({
      active: marks
        .filter(({ mark }) => of.schema.marks[mark] !== undefined && of.isActive(mark))
        .map(({ mark }) => mark),
      isEditable: of.isEditable,
    }),
  });
  return (
    <>
      {marks
        .filter(({ mark }) => editor.schema.marks[mark] !== undefined)
        .map(({ mark, command, shortcut, Shown }) => (
          <ToolbarToggle
            key={mark}
            name={texts.TEXT_EDITOR_COMMAND(command)}
            icon={<Shown />}
            shortcut={shortcut}
            disabled={!isEditable}
            active={active.includes(mark)}
            onClick={() => editor.chain().focus().toggleMark(mark).run()}
          />
        ))}
    </>
  );
}

/** Undoes this user's edits, and makes them again. */
export function ToolbarSectionHistory(): ReactElement {
  const editor = useToolbarEditor("Toolbar.SectionHistory");
  const texts = useTextEditorOverrides();
  const { canUndo, canRedo } = useEditorState({ editor, selector: ({ editor: of }) => historyOf(of) });
  return (
    <>
      <ToolbarButton
        name={texts.TEXT_EDITOR_COMMAND("undo")}
        icon={<Icon.Undo />}
        shortcut="Mod-Z"
        disabled={!canUndo}
        onClick={() => editor.chain().focus().undo().run()}
      />
      <ToolbarButton
        name={texts.TEXT_EDITOR_COMMAND("redo")}
        icon={<Icon.Redo />}
        shortcut="Mod-Shift-Z"
        disabled={!canRedo}
        onClick={() => editor.chain().focus().redo().run()}
      />
    </>
  );
}

function historyOf({ state, isEditable }: Editor): { readonly canUndo: boolean; readonly canRedo: boolean } {
  interface Stacks {
    readonly undoManager: { readonly undoStack: readonly unknown[]; readonly redoStack: readonly unknown[] };
  }
  const stacks = (yUndoPluginKey.getState(state) as Stacks | undefined)?.undoManager;
  return {
    canUndo: isEditable && (stacks?.undoStack.length ?? 0) > 0,
    canRedo: isEditable && (stacks?.redoStack.length ?? 0) > 0,
  };
}

/** Comments on the selected text. */
export function ToolbarSectionCollaboration(): ReactElement | null {
  const editor = useToolbarEditor("Toolbar.SectionCollaboration");
  const texts = useTextEditorOverrides();
  const { canComment, isPending } = useEditorState({
    editor,
    selector: ({ editor: { state, isEditable } }) => ({
      canComment: isEditable && !state.selection.empty,
      isPending: hasPendingComment(state),
    }),
  });
  if (!hasExtension(editor, "weftComments")) return null;
  return (
    <ToolbarToggle
      name={texts.TEXT_EDITOR_COMMAND("comment")}
      icon={<Icon.Comment />}
      active={isPending}
      disabled={!canComment && !isPending}
      onClick={() => (isPending ? editor.commands.selectThread(null) : editor.commands.addPendingComment())}
    />
  );
}

/** Asks a copilot about the selected text. */
export function ToolbarSectionAi(): ReactElement | null {
  const editor = useToolbarEditor("Toolbar.SectionAi");
  const texts = useTextEditorOverrides();
  const isAsking = useEditorState({ editor, selector: ({ editor: { state } }) => aiQuestion(state) !== null });
  const isEditable = useEditorState({ editor, selector: ({ editor: of }) => of.isEditable });
  if (!hasExtension(editor, "weftAi")) return null;
  const label = texts.TEXT_EDITOR_COMMAND("ai");
  return (
    <ToolbarToggle
      name={label}
      icon={<Icon.Sparkles />}
      active={isAsking}
      disabled={!isEditable}
      onClick={() => (isAsking ? editor.commands.closeAi() : editor.commands.askAi())}
    />
  );
}

const hasExtension = (editor: Editor, name: string): boolean =>
  editor.extensionManager.extensions.some((extension) => extension.name === name);
