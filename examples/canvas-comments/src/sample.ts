/** The threads that a new room begins with. */
import type { UserSession } from "@weft/example-shared";
import { everyoneMentioned } from "@weft/example-shared/comments";
import type { SampleThread } from "@weft/example-shared/comments";

export function sampleThreads(session: UserSession): readonly SampleThread[] {
  return [
    {
      metadata: { x: 0.235, y: 0.26 },
      comments: [
        { by: "elif", text: ["Could the meeting table turn by 90°? Then both sides see the screen."] },
        { by: "hugo", text: ["Yes, the room is wide enough."], reactions: [{ by: "elif", emoji: "🙌" }] },
      ],
    },
    {
      metadata: { x: 0.64, y: 0.34 },
      comments: [
        {
          by: "grace",
          text: [everyoneMentioned(session), " please choose a desk by Thursday. Window seats go fast."],
          reactions: [{ by: "finn", emoji: "👍" }],
        },
      ],
    },
    {
      metadata: { x: 0.82, y: 0.78 },
      comments: [{ by: "dev", text: ["The oven needs its own fuse. The electrician knows."] }],
    },
    {
      metadata: { x: 0.34, y: 0.79 },
      resolved: true,
      comments: [
        { by: "chloe", text: ["Is there a socket near the sofa?"] },
        { by: "finn", text: ["Two, behind the plant."] },
      ],
    },
  ];
}
