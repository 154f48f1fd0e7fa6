import { useState } from "react";
import type { ChangeEvent, KeyboardEvent } from "react";
import { flushSync } from "react-dom";

type TextElement = HTMLInputElement | HTMLTextAreaElement;

interface DraftOptions {
  /** Whether the text can be cleared. */
  readonly mayBeEmpty?: boolean;
  /** Whether Enter saves, rather than adding a line. */
  readonly isOneLine?: boolean;
}

/**
 * A text that is edited in place and saved as one undo step, when the field is left. Until then it is a draft, which edits
 * of others don't replace. Escape discards it.
 */
export function useDraft(value: string, onSave: (value: string) => void, options: DraftOptions = {}) {
  const { mayBeEmpty = false, isOneLine = false } = options;
  const [draft, setDraft] = useState<string | null>(null);
  return {
    value: draft ?? value,
    onChange: (event: ChangeEvent<TextElement>) => setDraft(event.target.value),
    onKeyDown: (event: KeyboardEvent<TextElement>) => {
      if (event.nativeEvent.isComposing) return;
      // The field is left without a draft.
      if (event.key === "Escape") flushSync(() => setDraft(null));
      if (event.key === "Escape" || (event.key === "Enter" && isOneLine)) event.currentTarget.blur();
    },
    onBlur: () => {
      setDraft(null);
      if (draft === null) return;
      const wanted = draft.trim();
      if (wanted !== value && (wanted !== "" || mayBeEmpty)) onSave(wanted);
    },
  };
}
