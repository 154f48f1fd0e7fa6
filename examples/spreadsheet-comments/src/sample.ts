/** What a new sheet begins with: the costs of an event, and threads about them. */
import type { UserSession } from "@weft/example-shared";
import { everyoneMentioned } from "@weft/example-shared/comments";
import type { SampleThread } from "@weft/example-shared/comments";
import { toStored } from "./references.ts";

const table: readonly (readonly string[])[] = [
  ["Team day", "Price", "People", "Total"],
  ["Bus", "18", "24", "=B2*C2"],
  ["Lunch", "22", "24", "=B3*C3"],
  ["Climbing", "35", "16", "=B4*C4"],
  ["Museum", "14", "8", "=B5*C5"],
  [],
  ["Total", "", "", "=SUM(D2:D5)"],
  ["Per person", "", "", "=D7/C2"],
  [],
  [],
];

export const sampleRows = table.map((_, index) => `r${index + 1}`);

export const sampleCells: Readonly<Record<string, string>> = Object.fromEntries(
  table.flatMap((inputs, row) =>
    inputs.flatMap((input, column) =>
      input === "" ? [] : [[`${sampleRows[row]} ${"ABCD"[column]}`, toStored(input, sampleRows)] as const],
    ),
  ),
);

export function sampleThreads(session: UserSession): readonly SampleThread[] {
  return [
    {
      metadata: { row: "r2", column: "B" },
      comments: [
        { by: "ben", text: ["Is this the price for both ways?"] },
        { by: "hugo", text: ["Yes, and parking is included."], reactions: [{ by: "ben", emoji: "👍" }] },
      ],
    },
    {
      metadata: { row: "r4", column: "C" },
      comments: [{ by: "elif", text: [everyoneMentioned(session), " tell me by Friday if you want to climb."] }],
    },
    {
      metadata: { row: "r3", column: "A" },
      resolved: true,
      comments: [
        { by: "chloe", text: ["Does the restaurant have vegan food?"] },
        { by: "grace", text: ["It does. I booked a table for 24."] },
      ],
    },
  ];
}
