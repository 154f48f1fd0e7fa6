import type { UserSession } from "@weft/example-shared";
import { commentIdOf, commentOf, mentionOf, threadIdOf } from "@weft/example-shared/comments";
import type { Scene } from "@weft/example-shared/comments";

/**
 * In previews, a second person reacts to a comment and asks the visitor something. The thread is not opened: on a narrow
 * screen it would cover the text, and the page around the preview would scroll to it.
 */
export async function playReviewer(session: UserSession, { room, pause }: Scene): Promise<void> {
  const threadId = threadIdOf(session.roomId, 1);
  const { threads } = await room.getThreads();
  const thread = threads.find(({ id }) => id === threadId);
  const commentId = commentIdOf(threadId, 100);
  // Once in each room.
  if (thread === undefined || thread.comments.some(({ id }) => id === commentId)) return;
  await pause(1_000);
  await room.addReaction({ threadId, commentId: thread.comments.at(-1)!.id, emoji: "👍" });
  await pause(2_000);
  const question = commentOf([mentionOf(session.cast.you.id), " could you try this on your phone?"]);
  await room.createComment({ threadId, commentId, body: question });
  await pause(6_000);
}
