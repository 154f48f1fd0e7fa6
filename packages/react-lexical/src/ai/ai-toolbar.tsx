import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import {
  AiToolbarPanel,
  AiToolbarSuggestion,
  AiToolbarSuggestionsLabel,
  AiToolbarSuggestionsSeparator,
  EditorPopover,
  useAiToolbar,
  useContextualPrompt,
} from "@weft/react-ui/text-editor";
import type { ContextualPromptResolver, ContextualPromptResponse } from "@weft/react-ui/text-editor";
import type { LexicalEditor, RangeSelection } from "lexical";
import { $getSelection, $isRangeSelection, COMMAND_PRIORITY_EDITOR } from "lexical";
import type { ComponentPropsWithoutRef, ComponentType, PropsWithChildren, ReactNode } from "react";
import { forwardRef, useEffect, useMemo, useRef, useState } from "react";
import type { SharedSelection } from "../binding/binding.ts";
import { sessionOf } from "../collaboration/editor-session.ts";
import { selectionAnchor } from "../selection-anchor.ts";
import { ASK_AI_COMMAND, CLOSE_AI_COMMAND } from "./commands.ts";
import { $acceptProposal, $questionContext } from "./proposal.ts";
import { $rangeOf } from "./selected-text.ts";

/** Props of `AiToolbar`. */
export interface LexicalAiToolbarProps extends Omit<ComponentPropsWithoutRef<"div">, "children" | "dir"> {
  /** The name of the AI. By default "AI". */
  readonly name?: string;
  /** Answers prompts in place of the server's copilot. */
  readonly resolveContextualPrompt?: ContextualPromptResolver;
  /** Pixels between the text and the toolbar. By default 6. */
  readonly offset?: number;
  /** Prompts below the field, in place of the default ones. */
  readonly suggestions?: ReactNode | ComponentType<PropsWithChildren>;
}

/** What a copilot is asked about, while the toolbar is open. */
interface Question {
  /** Another one each time that the toolbar is opened. */
  readonly id: number;
  /** Asked at once, without the user writing it. */
  readonly prompt: string | undefined;
  /** At places of the document that stay around the same words as others write. */
  readonly range: SharedSelection;
}

const AiToolbarRoot = forwardRef<HTMLDivElement, LexicalAiToolbarProps>(function AiToolbar(props, ref) {
  const [editor] = useLexicalComposerContext();
  const [question, setQuestion] = useState<Question | null>(null);
  const isOpen = question !== null;
  useEffect(() => {
    const session = sessionOf(editor);
    let count = 0;
    const stops = [
      editor.registerCommand(
        ASK_AI_COMMAND,
        (prompt) => {
          const { binding } = session;
          const selection = $getSelection();
          if (binding === undefined || !$isRangeSelection(selection) || !editor.isEditable()) return false;
          const [anchor, focus] = [binding.$positionOf(selection.anchor), binding.$positionOf(selection.focus)];
          if (anchor === undefined || focus === undefined) return false;
          setQuestion({ id: ++count, prompt, range: { anchor, focus } });
          return true;
        },
        COMMAND_PRIORITY_EDITOR,
      ),
      editor.registerCommand(
        CLOSE_AI_COMMAND,
        () => {
          setQuestion(null);
          return true;
        },
        COMMAND_PRIORITY_EDITOR,
      ),
      session.addAiToolbar(),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [editor]);
  useEffect(() => {
    if (!isOpen) return;
    const session = sessionOf(editor);
    session.isComposing = true;
    return () => {
      session.isComposing = false;
    };
  }, [editor, isOpen]);
  if (question === null) return null;
  return <QuestionToolbar key={question.id} {...props} editor={editor} question={question} ref={ref} />;
});

type QuestionToolbarProps = LexicalAiToolbarProps & { readonly editor: LexicalEditor; readonly question: Question };

const QuestionToolbar = forwardRef<HTMLDivElement, QuestionToolbarProps>(function QuestionToolbar(
  { editor, question, name, resolveContextualPrompt, offset = 6, suggestions, className, ...props },
  ref,
) {
  const anchor = useMemo(() => selectionAnchor(editor), [editor]);
  const asked = useRef("");
  const toolbar = useAiToolbar({
    contextOf() {
      return editor.getEditorState().read(
        () => {
          const range = $rangeNow(editor, question);
          if (range === undefined) throw new Error("The text that the copilot was asked about is gone.");
          const context = $questionContext(range);
          asked.current = context.selection;
          return context;
        },
        { editor },
      );
    },
    resolve: useContextualPrompt(resolveContextualPrompt),
    initialPrompt: question.prompt,
  });
  const close = () => {
    editor.dispatchCommand(CLOSE_AI_COMMAND, undefined);
    editor.focus();
  };
  const accept = (response: ContextualPromptResponse) => {
    const undoManager = sessionOf(editor).binding?.undoManager;
    // The edit is undone on its own.
    undoManager?.stopCapturing();
    editor.update(
      () => {
        const range = $rangeNow(editor, question);
        if (range !== undefined) $acceptProposal(range, asked.current, response);
      },
      { discrete: true },
    );
    undoManager?.stopCapturing();
    close();
  };
  return (
    <EditorPopover
      open
      anchor={anchor}
      placement="bottom-start"
      offset={offset}
      takesFocus
      onDismiss={close}
      className="lb-lexical-ai-toolbar-popover"
    >
      <AiToolbarPanel
        {...props}
        ref={ref}
        toolbar={toolbar}
        name={name}
        suggestions={suggestions}
        showResponse
        className={`lb-lexical-ai-toolbar${className === undefined ? "" : ` ${className}`}`}
        onAccept={accept}
        onDiscard={close}
      />
    </EditorPopover>
  );
});

/** Where the text is by now that was asked about; undefined if its block was deleted. */
function $rangeNow(editor: LexicalEditor, { range }: Question): RangeSelection | undefined {
  const { binding } = sessionOf(editor);
  const [anchor, focus] = [binding?.$pointOf(range.anchor), binding?.$pointOf(range.focus)];
  return anchor === undefined || focus === undefined ? undefined : $rangeOf(anchor, focus);
}

/**
 * Asks a copilot to change the selected text, or to add to it. It opens with `ASK_AI_COMMAND`, and shows what the copilot proposes.
 *
 * @example
 * <WeftPlugin>
 *   <AiToolbar suggestions={<AiToolbar.Suggestion>Make it rhyme</AiToolbar.Suggestion>} />
 * </WeftPlugin>
 */
export const AiToolbar: typeof AiToolbarRoot & {
  /** A prompt that the toolbar suggests. */
  readonly Suggestion: typeof AiToolbarSuggestion;
  /** Names a group of suggestions. */
  readonly SuggestionsLabel: typeof AiToolbarSuggestionsLabel;
  /** Separates groups of suggestions. */
  readonly SuggestionsSeparator: typeof AiToolbarSuggestionsSeparator;
} = Object.assign(AiToolbarRoot, {
  Suggestion: AiToolbarSuggestion,
  SuggestionsLabel: AiToolbarSuggestionsLabel,
  SuggestionsSeparator: AiToolbarSuggestionsSeparator,
});
