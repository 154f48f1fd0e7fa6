import type { UserSession } from "@weft/example-shared";
import { commentOf, mentionOf, threadIdOf } from "@weft/example-shared/comments";
import type { Scene } from "@weft/example-shared/comments";

/** In previews, a scripted colleague watches the video, stops, and asks the visitor about a moment. */
export async function playColleague(session: UserSession, { room, pause }: Scene): Promise<void> {
  for (let time = 3000; time <= 9000; time += 1000) {
    room.updatePresence({ time, isPlaying: true, following: null });
    await pause(1_000);
  }
  room.updatePresence({ time: 9000, isPlaying: false });
  await pause(1_500);
  const question = threadIdOf(session.roomId, 100);
  const { threads } = await room.getThreads();
  // Once in each room.
  if (!threads.some(({ id }) => id === question))
    await room.createThread({
      threadId: question,
      metadata: { time: 9000, x: 0.36, y: 0.5 },
      body: commentOf([mentionOf(session.cast.you.id), " could the sunset start a little earlier?"]),
    });
  await pause(60_000);
}
