import type { MentionData } from "@weft/client";
import { useCallback, useEffect, useRef, useState } from "react";
import type { SuggestionsKey } from "../../draft/editor/commands.ts";
import { useMentionSuggestions } from "./mention-suggestions.ts";

interface SuggestionChoiceOptions {
  /** What is written after the @. Without it, nothing is suggested. */
  readonly text: string | undefined;
  readonly choose: (mention: MentionData) => void;
  readonly close: () => void;
}

export interface SuggestionChoice {
  /** Undefined until the application has answered. */
  readonly mentions: readonly MentionData[] | undefined;
  readonly isLoading: boolean;
  /** The id of the mention that Enter would choose. */
  readonly selectedId: string | undefined;
  readonly select: (id: string) => void;
  readonly choose: (id: string) => void;
  /** Answers whether the key was of use: it is not while nothing is suggested. */
  readonly press: (key: SuggestionsKey) => boolean;
}

/** Suggestions for a mention that is being written, and which of them is selected. */
export function useSuggestionChoice({ text, choose, close }: SuggestionChoiceOptions): SuggestionChoice {
  const suggestions = useMentionSuggestions(text);
  const mentions = suggestions?.mentions;
  const [selected, select] = useState<string>();
  const selectedId = mentions?.find(({ id }) => id === selected)?.id ?? mentions?.[0]?.id;
  const latest = useRef({ choose, close });
  useEffect(() => {
    latest.current = { choose, close };
  });

  // Those of an earlier text may not be whom the user means: a choice waits for the answer.
  const isCurrent = suggestions?.text === text;
  const isChoosing = useRef(false);
  useEffect(() => {
    if (!isCurrent) return;
    const [chosen] = mentions ?? [];
    if (isChoosing.current && chosen !== undefined) latest.current.choose(chosen);
    isChoosing.current = false;
  }, [isCurrent, mentions]);

  const chooseById = useCallback(
    (id: string) => {
      const chosen = mentions?.find((mention) => mention.id === id);
      if (chosen !== undefined) latest.current.choose(chosen);
    },
    [mentions],
  );
  const press = useCallback(
    (key: SuggestionsKey) => {
      if (mentions === undefined || mentions.length === 0) return false;
      if (key === "close") latest.current.close();
      else if (key !== "choose") {
        const at = mentions.findIndex(({ id }) => id === selectedId) + (key === "next" ? 1 : -1);
        select(mentions.at(at % mentions.length)?.id);
      } else if (!isCurrent) isChoosing.current = true;
      else if (selectedId !== undefined) chooseById(selectedId);
      return true;
    },
    [mentions, selectedId, isCurrent, chooseById],
  );
  return {
    mentions,
    isLoading: text !== undefined && suggestions === undefined,
    selectedId,
    select,
    choose: chooseById,
    press,
  };
}
