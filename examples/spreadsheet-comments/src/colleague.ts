import type { UserSession } from "@weft/example-shared";
import { commentOf, mentionOf, threadIdOf } from "@weft/example-shared/comments";
import type { Scene } from "@weft/example-shared/comments";
import { cellKey } from "./read-sheet.ts";

/** In previews, a scripted colleague changes a price and asks the visitor about it. */
export async function playColleague(session: UserSession, { room, pause }: Scene): Promise<void> {
  const { root } = await room.getStorage();
  const cell = { row: "r5", column: "B" };
  room.updatePresence({ cell });
  await pause(1_500);
  root.get("cells").set(cellKey(cell), "16");
  await pause(1_500);
  const question = threadIdOf(session.roomId, 100);
  const { threads } = await room.getThreads();
  // Once in each room.
  if (!threads.some(({ id }) => id === question))
    await room.createThread({
      threadId: question,
      metadata: cell,
      body: commentOf([mentionOf(session.cast.you.id), " the museum has raised its prices. Is that still fine?"]),
    });
  await pause(60_000);
}
