import type { UserSession } from "@weft/example-shared";
import { commentOf, mentionOf, threadIdOf } from "@weft/example-shared/comments";
import type { Scene } from "@weft/example-shared/comments";

/** In previews, a scripted colleague reads the change and asks the visitor about two lines. */
export async function playColleague(session: UserSession, { room, pause }: Scene): Promise<void> {
  const place = { file: "src/cart/total.ts", side: "new", line: 15, endLine: 16 } as const;
  room.updatePresence({ file: place.file, lines: { ...place, endLine: place.line } });
  await pause(1_500);
  room.updatePresence({ lines: place });
  await pause(2_000);
  const question = threadIdOf(session.roomId, 100);
  const { threads } = await room.getThreads();
  // Once in each room.
  if (!threads.some(({ id }) => id === question))
    await room.createThread({
      threadId: question,
      metadata: place,
      body: commentOf([mentionOf(session.cast.you.id), " does this still work for an empty cart?"]),
    });
  room.updatePresence({ lines: null });
  await pause(60_000);
}
