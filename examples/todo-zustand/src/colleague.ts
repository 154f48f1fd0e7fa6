import { playPreview, scriptedVisitor } from "@weft/example-shared/core";
import type { Session } from "@weft/example-shared/core";
import { openStore } from "./store.ts";

/** In previews, a colleague ticks tasks off, adds one and removes it. Their store is another one of the same kind. */
export function playColleague(session: Session): () => void {
  return playPreview(session.roomId, async (pause) => {
    await pause(800);
    const store = openStore({ ...session, visitor: scriptedVisitor });
    const leave = store.getState().liveblocks.enterRoom(session.roomId);
    try {
      for (;;) {
        await pause(1_500);
        store.getState().toggle("room");
        await pause(1_500);
        store.getState().setTyping(true);
        await pause(2_000);
        store.getState().add("Order lunch");
        await pause(3_000);
        const added = store.getState().todos.find(({ text }) => text === "Order lunch");
        if (added) store.getState().remove(added.id);
      }
    } finally {
      leave();
    }
  });
}
