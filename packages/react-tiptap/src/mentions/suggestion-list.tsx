import type { Editor } from "@tiptap/core";
import type { MentionData } from "@weft/client";
import { MentionSuggestions } from "@weft/react-ui/text-editor";
import type { MentionSuggestionsHandle } from "@weft/react-ui/text-editor";
import { forwardRef, useMemo } from "react";
import { anchorOfText } from "../document/text-anchor.ts";

export interface SuggestionListProps {
  readonly editor: Editor;
  /** What was typed after the `@`, which is at `position`. */
  readonly text: string;
  readonly position: number;
  readonly onSelect: (mention: MentionData) => void;
  readonly onDismiss: () => void;
}

/** What takes keys while the editor has the focus. */
export type SuggestionListHandle = MentionSuggestionsHandle;

/** Users and groups that the typed text may mean, below the `@`. */
export const SuggestionList = forwardRef<SuggestionListHandle, SuggestionListProps>(function SuggestionList(
  { editor, text, position, onSelect, onDismiss },
  ref,
) {
  const { view } = editor;
  const anchor = useMemo(() => anchorOfText(view, position), [view, position]);
  return <MentionSuggestions ref={ref} text={text} anchor={anchor} onSelect={onSelect} onDismiss={onDismiss} />;
});
