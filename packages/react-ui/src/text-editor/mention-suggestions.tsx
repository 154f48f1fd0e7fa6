import type { MentionData } from "@weft/client";
import type { KeyboardEvent as ReactKeyboardEvent } from "react";
import { forwardRef, useImperativeHandle, useMemo } from "react";
import { EditorMentionSuggestions } from "../composer/editor-components.tsx";
import { useSuggestionChoice } from "../primitives/composer/suggestion-choice.ts";
import { SuggestionsAt } from "../primitives/composer/suggestions.tsx";
import { classNames } from "../ui/class-names.ts";
import { Spinner } from "../ui/own-icons.tsx";
import type { EditorAnchor } from "./anchor.ts";
import { EditorPopover } from "./editor-popover.tsx";
import { useTextEditorOverrides } from "./texts.ts";

/** Props of `MentionSuggestions`. */
export interface MentionSuggestionsProps {
  /** What is written after the @. Undefined while no mention is being written: nothing is shown then. */
  readonly text: string | undefined;
  /** Where the mention is. Its `contextElement` is the element with the focus, which refers to the selected suggestion. */
  readonly anchor: EditorAnchor | null;
  readonly onSelect: (mention: MentionData) => void;
  /** Called by Escape, until the next `text`, by which the application knows that it is no mention. */
  readonly onDismiss?: () => void;
  readonly className?: string;
}

/** What a ref to `MentionSuggestions` is. */
export interface MentionSuggestionsHandle {
  /** Gives a key of the editor to the suggestions. Answers whether it was of use to them: the editor ignores it then. */
  readonly onKeyDown: (event: KeyboardEvent | ReactKeyboardEvent) => boolean;
}

const keys = {
  ArrowDown: "next",
  ArrowUp: "previous",
  Enter: "choose",
  Tab: "choose",
  Escape: "close",
} as const;

/**
 * Suggests whom a user may mean by what is written after an @, as the client's `resolveMentionSuggestions` says. The focus stays in the
 * editor, which gives keys to it.
 *
 * @example
 * <MentionSuggestions ref={suggestions} text={query} anchor={anchorOfQuery} onSelect={insertMention} onDismiss={close} />
 */
export const MentionSuggestions = forwardRef<MentionSuggestionsHandle, MentionSuggestionsProps>(
  function MentionSuggestions({ text, anchor, onSelect, onDismiss, className }, ref) {
    const texts = useTextEditorOverrides();
    const choice = useSuggestionChoice({ text, choose: onSelect, close: () => onDismiss?.() });
    const { press, isLoading, mentions = [] } = choice;
    useImperativeHandle(
      ref,
      () => ({
        onKeyDown(event) {
          const { key } = event;
          const isComposing = "nativeEvent" in event ? event.nativeEvent.isComposing : event.isComposing;
          if (isComposing || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
          if (!Object.hasOwn(keys, key) || !press(keys[key as keyof typeof keys])) return false;
          event.preventDefault();
          return true;
        },
      }),
      [press],
    );
    const Suggestions = useMemo(
      () =>
        function Suggestions(props: Parameters<typeof EditorMentionSuggestions>[0]) {
          return <EditorMentionSuggestions {...props} className={className} />;
        },
      [className],
    );
    if (text === undefined || anchor === null) return null;
    if (mentions.length > 0) return <SuggestionsAt anchor={anchor} choice={choice} Suggestions={Suggestions} />;
    return (
      <EditorPopover
        open={isLoading}
        anchor={anchor}
        placement="bottom-start"
        offset={4}
        role="status"
        aria-label={texts.TEXT_EDITOR_MENTIONS_LOADING}
        className={classNames("lb-composer-suggestions lb-mention-suggestions-loading", className)}
      >
        <Spinner className="lb-spinner" />
      </EditorPopover>
    );
  },
);
