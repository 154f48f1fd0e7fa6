import type { UserSession } from "@weft/example-shared";
import { everyoneMentioned } from "@weft/example-shared/comments";
import type { SampleThread } from "@weft/example-shared/comments";

/** The threads that a new room begins with: one mentions everyone, and one is a reply to the first visitor. */
export function sampleThreads(session: UserSession): readonly SampleThread[] {
  const { people, you } = session.cast;
  const nameOf = (at: number) => people[(people.indexOf(you) + at) % people.length]!.id.split(".", 1)[0]!;
  return [
    {
      metadata: {},
      comments: [
        { by: nameOf(2), text: [everyoneMentioned(session), " the launch moves to the second week of March."] },
        { by: nameOf(3), text: ["That gives us time for another review."] },
      ],
    },
    {
      metadata: {},
      comments: [
        { by: nameOf(0), text: ["Who writes the announcement?"] },
        { by: nameOf(4), text: ["I can. You get a draft on Thursday."] },
      ],
    },
  ];
}
