import type { UserSession } from "@weft/example-shared";
import { commentOf, mentionOf, threadIdOf } from "@weft/example-shared/comments";
import type { Scene } from "@weft/example-shared/comments";

/** In previews, a scripted colleague reads the document, highlights two lines and asks the visitor about them. */
export async function playColleague(session: UserSession, { person, room, pause }: Scene): Promise<void> {
  const rects = "1070,4000,7250,190;1070,4230,3750,190";
  const { root } = await room.getStorage();
  room.updatePresence({ page: 1 });
  await pause(1_500);
  root.get("highlights").set("preview", { page: 1, rects, by: person.id });
  await pause(2_000);
  const question = threadIdOf(session.roomId, 100);
  const { threads } = await room.getThreads();
  // Once in each room.
  if (!threads.some(({ id }) => id === question))
    await room.createThread({
      threadId: question,
      metadata: { page: 1, rects: "4900,4260,0,0" },
      body: commentOf([mentionOf(session.cast.you.id), " do we know how many people would apply?"]),
    });
  for (const page of [2, 3, 4]) {
    await pause(3_000);
    room.updatePresence({ page });
  }
  await pause(60_000);
}
