import { defineAiTool } from "@weft/client";
import { AiTool } from "@weft/react-ui";
import { columns } from "../room-types.ts";
import type { CardEdits } from "../use-card-edits.ts";
import { ChangeCard } from "./change-card.tsx";
import { changed } from "./changed.ts";
import type { Changed } from "./changed.ts";

/** A tool without `execute`: Storage changes when the user confirms, and then everyone in the room sees it. */
export function addCards(edits: CardEdits) {
  return defineAiTool<Changed>()({
    description: "Add cards to the board. The user is asked to confirm.",
    parameters: {
      type: "object",
      properties: {
        cards: {
          type: "array",
          items: {
            type: "object",
            properties: { title: { type: "string" }, column: { type: "string", enum: [...columns] } },
            required: ["title", "column"],
            additionalProperties: false,
          },
        },
      },
      required: ["cards"],
      additionalProperties: false,
    },
    render: ({ args, result, types }) => (
      <ChangeCard outcome={result?.type} question="Add these cards?" done="Cards added">
        <AiTool.Confirmation types={types} confirm={async ({ cards }) => changed(await edits.add(cards))}>
          <ul>
            {args?.cards.map(({ title, column }, index) => (
              <li key={index}>
                {title} → {column}
              </li>
            ))}
          </ul>
        </AiTool.Confirmation>
      </ChangeCard>
    ),
  });
}
