import { defineAiTool } from "@weft/client";
import { AiTool } from "@weft/react-ui";
import type { Card } from "../room-types.ts";
import type { CardEdits } from "../use-card-edits.ts";
import { ChangeCard } from "./change-card.tsx";
import { changed } from "./changed.ts";
import type { Changed } from "./changed.ts";
import { titleOf } from "./title-of.ts";

export function removeCards(edits: CardEdits, cards: readonly Card[]) {
  return defineAiTool<Changed>()({
    description: "Delete cards from the board. The user is asked to confirm.",
    parameters: {
      type: "object",
      properties: { ids: { type: "array", items: { type: "string" } } },
      required: ["ids"],
      additionalProperties: false,
    },
    render: ({ args, result, types }) => (
      <ChangeCard outcome={result?.type} question="Delete these cards?" done="Cards deleted">
        <AiTool.Confirmation
          types={types}
          variant="destructive"
          confirm={async ({ ids }) => changed(await edits.remove(ids))}
          overrides={{ AI_TOOL_CONFIRMATION_CONFIRM: "Delete" }}
        >
          <ul>
            {args?.ids.map((id) => (
              <li key={id}>{titleOf(id, cards, result?.data?.cards)}</li>
            ))}
          </ul>
        </AiTool.Confirmation>
      </ChangeCard>
    ),
  });
}
