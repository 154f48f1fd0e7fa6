import { defineAiTool } from "@weft/client";
import { AiTool } from "@weft/react-ui";
import { columns } from "../room-types.ts";
import type { Card } from "../room-types.ts";
import type { CardEdits } from "../use-card-edits.ts";
import { ChangeCard } from "./change-card.tsx";
import { changed } from "./changed.ts";
import type { Changed } from "./changed.ts";
import { titleOf } from "./title-of.ts";

export function moveCards(edits: CardEdits, cards: readonly Card[]) {
  return defineAiTool<Changed>()({
    description: "Move cards to other columns. The user is asked to confirm.",
    parameters: {
      type: "object",
      properties: {
        moves: {
          type: "array",
          items: {
            type: "object",
            properties: { id: { type: "string" }, column: { type: "string", enum: [...columns] } },
            required: ["id", "column"],
            additionalProperties: false,
          },
        },
      },
      required: ["moves"],
      additionalProperties: false,
    },
    render: ({ args, result, types }) => (
      <ChangeCard outcome={result?.type} question="Move these cards?" done="Cards moved">
        <AiTool.Confirmation types={types} confirm={async ({ moves }) => changed(await edits.move(moves))}>
          <ul>
            {args?.moves.map(({ id, column }) => (
              <li key={id}>
                {titleOf(id, cards, result?.data?.cards)} → {column}
              </li>
            ))}
          </ul>
        </AiTool.Confirmation>
      </ChangeCard>
    ),
  });
}
