import { forwardRef, useEffect, useLayoutEffect, useReducer, useRef } from "react";
import { createPortal } from "react-dom";
import type { CommentEditor } from "../../draft/editor/comment-editor.ts";
import { DraftMentionNode } from "../../draft/editor/nodes.ts";
import { useMergedRefs } from "../../ui/merged-refs.ts";
import { useComposerParts, useEditorState } from "./composer-context.ts";
import type {
  ComposerEditorComponents,
  ComposerEditorMentionProps,
  ComposerEditorMentionSuggestionsProps,
  ComposerEditorProps,
} from "./composer-props.ts";
import { ToolbarAtSelection } from "./floating-toolbar.tsx";
import { ComposerMention } from "./inline.tsx";
import { showPlaceholder } from "./placeholder.ts";
import {
  ComposerSuggestions,
  ComposerSuggestionsList,
  ComposerSuggestionsListItem,
  SuggestionsAtCaret,
} from "./suggestions.tsx";

/**
 * The text of a composer: with mentions, links and marks.
 *
 * @example
 * <Composer.Editor placeholder="Write a comment…" />
 */
export const ComposerEditor = forwardRef<HTMLDivElement, ComposerEditorProps>(function ComposerEditor(
  { defaultValue, placeholder = "", disabled = false, autoFocus = false, components = {}, ...props },
  ref,
) {
  const { editor, isDisabled } = useComposerParts();
  const isOff = disabled || isDisabled;
  const root = useRef<HTMLDivElement>(null);
  const merged = useMergedRefs(ref, root);
  const { hasNoText } = useEditorState(editor);
  const first = useRef({ defaultValue, autoFocus });

  useBrowserLayoutEffect(() => {
    editor.lexical.setRootElement(root.current);
    editor.begin(first.current.defaultValue);
    return () => editor.lexical.setRootElement(null);
  }, [editor]);
  useBrowserLayoutEffect(() => editor.lexical.setEditable(!isOff), [editor, isOff]);
  useEffect(() => {
    if (first.current.autoFocus) editor.focus();
  }, [editor]);
  useBrowserLayoutEffect(
    () => showPlaceholder(editor.lexical, hasNoText ? placeholder : ""),
    [editor, hasNoText, placeholder],
  );

  const { Mention = PlainMention, MentionSuggestions = PlainSuggestions, FloatingToolbar } = components;
  return (
    <>
      <div
        role="textbox"
        aria-multiline="true"
        aria-autocomplete="list"
        aria-label={props["aria-labelledby"] === undefined && placeholder !== "" ? placeholder : undefined}
        aria-placeholder={placeholder === "" ? undefined : placeholder}
        aria-disabled={isOff ? true : undefined}
        data-empty={hasNoText ? "" : undefined}
        data-disabled={isOff ? "" : undefined}
        spellCheck
        {...props}
        contentEditable={!isOff}
        suppressContentEditableWarning
        ref={merged}
      />
      <Mentions editor={editor} Mention={Mention} />
      {!isOff && <SuggestionsAtCaret editor={editor} Suggestions={MentionSuggestions} />}
      {!isOff && FloatingToolbar !== undefined && <ToolbarAtSelection editor={editor} Toolbar={FloatingToolbar} />}
    </>
  );
});

/** React warns of layout effects on servers, where there are none. */
const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

/** Rendered into the elements that the editor has for them. */
function Mentions({ editor, Mention }: { readonly editor: CommentEditor } & Pick<ComposerEditorComponents, "Mention">) {
  const { mentions, selectedMentions } = useEditorState(editor);
  const [, elementsChanged] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const stops = [
      editor.lexical.registerMutationListener(DraftMentionNode, elementsChanged, { skipInitialization: true }),
      editor.lexical.registerRootListener(elementsChanged),
    ];
    return () => stops.forEach((stop) => stop());
  }, [editor]);
  return mentions.map(({ key, mention }) => {
    const element = editor.lexical.getElementByKey(key);
    const isSelected = selectedMentions.includes(key);
    return element && createPortal(<Mention mention={mention} isSelected={isSelected} />, element, key);
  });
}

function PlainMention({ mention }: ComposerEditorMentionProps) {
  return <ComposerMention>@{mention.id}</ComposerMention>;
}

function PlainSuggestions({ mentions }: ComposerEditorMentionSuggestionsProps) {
  return (
    <ComposerSuggestions>
      <ComposerSuggestionsList>
        {mentions.map(({ id }) => (
          <ComposerSuggestionsListItem key={id} value={id}>
            {id}
          </ComposerSuggestionsListItem>
        ))}
      </ComposerSuggestionsList>
    </ComposerSuggestions>
  );
}
