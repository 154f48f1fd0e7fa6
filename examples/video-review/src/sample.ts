/** The threads that a new room begins with. */
import { everyoneMentioned } from "@weft/example-shared/comments";
import type { SampleThread } from "@weft/example-shared/comments";
import type { UserSession } from "@weft/example-shared";

export function sampleThreads(session: UserSession): readonly SampleThread[] {
  return [
    {
      metadata: { time: 2000, x: 0.5, y: 0.22 },
      comments: [
        { by: "chloe", text: ["The title is on screen for less than three seconds. Hold it longer?"] },
        {
          by: "finn",
          text: ["One more second fits before the ship moves."],
          reactions: [{ by: "chloe", emoji: "👍" }],
        },
      ],
    },
    {
      metadata: { time: 6500, x: 0.54, y: 0.6 },
      comments: [{ by: "elif", text: ["The ship gets smaller here. Is that on purpose?"] }],
    },
    {
      metadata: { time: 10_500, x: 0.13, y: 0.35 },
      resolved: true,
      comments: [
        { by: "hugo", text: ["The lighthouse is still dark at dusk."] },
        { by: "finn", text: ["It lights up with the first stars now."] },
      ],
    },
    {
      metadata: { time: 13_300, x: 0.5, y: 0.28 },
      comments: [{ by: "grace", text: [everyoneMentioned(session), " is this the final text for the end card?"] }],
    },
  ];
}
