import type { UserSession } from "@weft/example-shared";
import { commentOf, mentionOf, threadIdOf } from "@weft/example-shared/comments";
import type { Scene } from "@weft/example-shared/comments";

/** In previews, a scripted colleague reacts to a comment, and pins a question for the visitor. */
export async function playColleague(session: UserSession, { room, pause }: Scene): Promise<void> {
  const threadId = threadIdOf(session.roomId, 1);
  const { threads } = await room.getThreads();
  const thread = threads.find(({ id }) => id === threadId);
  const question = threadIdOf(session.roomId, 100);
  // Once in each room.
  if (thread === undefined || threads.some(({ id }) => id === question)) return;
  await room.addReaction({ threadId, commentId: thread.comments[0]!.id, emoji: "❤️" });
  await pause(2_000);
  await room.createThread({
    threadId: question,
    metadata: { x: 0.5, y: 0.56 },
    body: commentOf([mentionOf(session.cast.you.id), " does a plant fit here, or is it in the way of the door?"]),
  });
  await pause(6_000);
}
