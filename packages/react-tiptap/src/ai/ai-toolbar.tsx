"use client";
import { useEditorState } from "@tiptap/react";
import type { Editor } from "@tiptap/react";
import {
  AiToolbarPanel,
  AiToolbarSuggestion,
  AiToolbarSuggestionsLabel,
  AiToolbarSuggestionsSeparator,
  EditorPopover,
  useAiToolbar,
  useContextualPrompt,
  useTextEditorOverrides,
} from "@weft/react-ui/text-editor";
import type { ContextualPromptResponse } from "@weft/react-ui/text-editor";
import { forwardRef, useMemo } from "react";
import type { ComponentProps, ComponentType, PropsWithChildren, ReactNode } from "react";
import { anchorOfText } from "../document/text-anchor.ts";
import { acceptProposal, aiQuestion, questionContext, showProposal } from "./ai-extension.ts";

/** Props of `AiToolbar`. */
export interface AiToolbarProps extends Omit<
  ComponentProps<"div">,
  "value" | "defaultValue" | "children" | "ref" | "dir"
> {
  readonly editor: Editor | null;
  /** Pixels between the text and the toolbar; by default 6. */
  readonly offset?: number;
  /** Prompts below the field, in place of the default ones. */
  readonly suggestions?: ReactNode | ComponentType<PropsWithChildren>;
}

const AiToolbarRoot = forwardRef<HTMLDivElement, AiToolbarProps>(function AiToolbar({ editor, ...props }, ref) {
  const id = useEditorState({ editor, selector: ({ editor: of }) => (of === null ? null : aiQuestion(of.state)?.id) });
  if (editor === null || id === null || id === undefined) return null;
  return <Question key={id} {...props} editor={editor} ref={ref} />;
});

type QuestionProps = AiToolbarProps & { readonly editor: Editor };

const Question = forwardRef<HTMLDivElement, QuestionProps>(function Question(
  { editor, offset = 6, suggestions, className, ...props },
  ref,
) {
  const { name, resolve } = editor.storage.weftAi;
  const texts = useTextEditorOverrides();
  const range = useEditorState({ editor, selector: ({ editor: { state } }) => aiQuestion(state)?.range });
  const [from, to] = [range?.from, range?.to];
  const anchor = useMemo(() => (from === undefined ? null : anchorOfText(editor.view, from, to)), [editor, from, to]);
  const toolbar = useAiToolbar({
    contextOf: () => questionContext(editor.state, aiQuestion(editor.state)?.range ?? editor.state.selection),
    resolve: useContextualPrompt(resolve),
    initialPrompt: aiQuestion(editor.state)?.prompt,
    onPreview(response) {
      if (!editor.isDestroyed) editor.view.dispatch(showProposal(editor.state, response));
    },
  });
  const close = () => {
    editor.commands.closeAi();
    editor.view.focus();
  };
  const accept = (response: ContextualPromptResponse) => {
    editor.view.dispatch(acceptProposal(editor.state, response));
    editor.view.focus();
  };
  return (
    <EditorPopover
      open
      anchor={anchor}
      placement="bottom-start"
      offset={offset}
      takesFocus
      role="dialog"
      aria-label={texts.AI_TOOLBAR_PLACEHOLDER(name)}
      className="lb-tiptap-ai-toolbar-popover"
      onDismiss={close}
    >
      <AiToolbarPanel
        {...props}
        ref={ref}
        toolbar={toolbar}
        name={name}
        suggestions={suggestions}
        className={`lb-tiptap-ai-toolbar ${className ?? ""}`.trim()}
        onAccept={accept}
        onDiscard={close}
      />
    </EditorPopover>
  );
});

/**
 * Asks a copilot to change the selected text. It opens with the command `askAi`; what the copilot proposes is shown in the text.
 *
 * @example
 * <AiToolbar editor={editor} suggestions={<AiToolbar.Suggestion>Make it rhyme</AiToolbar.Suggestion>} />
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
