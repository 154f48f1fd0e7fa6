import { actions } from "@weft/redux";
import { playPreview, scriptedVisitor } from "@weft/example-shared/core";
import type { Session } from "@weft/example-shared/core";
import { openStore } from "./store.ts";
import { added, removed, toggled, typed } from "./todos-slice.ts";

/** In previews, a colleague ticks tasks off, adds one and removes it. Their store is another one of the same kind. */
export function playColleague(session: Session): () => void {
  return playPreview(session.roomId, async (pause) => {
    await pause(800);
    const { store } = openStore({ ...session, visitor: scriptedVisitor });
    store.dispatch(actions.enterRoom(session.roomId));
    try {
      for (;;) {
        await pause(1_500);
        store.dispatch(toggled("room"));
        await pause(1_500);
        store.dispatch(typed(true));
        await pause(2_000);
        store.dispatch(added("Order lunch"));
        await pause(3_000);
        const lunch = store.getState().todos.find(({ text }) => text === "Order lunch");
        if (lunch) store.dispatch(removed(lunch.id));
      }
    } finally {
      store.dispatch(actions.leaveRoom());
    }
  });
}
