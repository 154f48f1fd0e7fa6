import { AiChat } from "@weft/react-ui";
import { useMemo } from "react";
import type { Card } from "./room-types.ts";
import { Suggestions } from "./suggestions.tsx";
import { addCards } from "./tools/add-cards.tsx";
import { moveCards } from "./tools/move-cards.tsx";
import { removeCards } from "./tools/remove-cards.tsx";
import type { CardEdits } from "./use-card-edits.ts";

interface BoardChatProps {
  readonly chatId: string;
  readonly cards: readonly Card[];
  readonly edits: CardEdits;
}

/** The copilot: it knows the board as it is now, and changes it through tools that the user confirms. */
export function BoardChat({ chatId, cards, edits }: BoardChatProps) {
  const tools = useMemo(
    () => ({
      "add-cards": addCards(edits),
      "move-cards": moveCards(edits, cards),
      "remove-cards": removeCards(edits, cards),
    }),
    [edits, cards],
  );
  const knowledge = useMemo(
    () => [{ description: "The cards of the board, with their ids", value: [...cards] }],
    [cards],
  );
  return (
    <AiChat
      className="chat"
      chatId={chatId}
      tools={tools}
      knowledge={knowledge}
      components={{ Empty: Suggestions }}
      overrides={{ AI_COMPOSER_PLACEHOLDER: "Ask for a change…" }}
    />
  );
}
