import { commentOf } from "@weft/example-shared/comments";
import type { Scene } from "@weft/example-shared/comments";

/** In previews, a scripted user enters the room, changes it and leaves. Each step causes an event. */
export async function playVisit(scene: Scene): Promise<void> {
  const { room } = scene;
  const { root } = await room.getStorage();
  const { threads } = await room.getThreads();
  // Once in each room.
  if (threads.length > 0) return;
  root.get("checklist")?.set("notes", true);
  await scene.pause(1_500);
  const thread = await room.createThread({ body: commentOf(["The notes are ready to review."]), metadata: {} });
  await scene.pause(1_500);
  await room.addReaction({ threadId: thread.id, commentId: thread.comments[0]!.id, emoji: "🎉" });
  await scene.pause(1_500);
}
