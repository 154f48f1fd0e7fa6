import { createClient } from "@liveblocks/client";
import type { BaseUserMeta, Json, JsonObject, LsonObject, Room } from "@liveblocks/client";
import { playPreview } from "./preview.ts";
import type { Pause } from "./preview.ts";
import { scriptedVisitor } from "./scripted-name.ts";
import type { Session } from "./session.ts";

type ScriptedRoom<P extends JsonObject, S extends LsonObject, E extends Json> = Room<P, S, BaseUserMeta, E>;

/**
 * In previews, another visitor enters the room and repeats what `script` says, until the visitor of this page acts.
 * Returns how to end it.
 */
export function playVisitor<P extends JsonObject, S extends LsonObject = LsonObject, E extends Json = Json>(
  { demo, roomId }: Session,
  presence: Omit<P, "visitor">,
  script: (room: ScriptedRoom<P, S, E>, pause: Pause) => Promise<void>,
): () => void {
  return playPreview(roomId, async (pause) => {
    await pause(800);
    const client = createClient({ baseUrl: demo.baseUrl, publicApiKey: demo.publicKey });
    const initialPresence = { ...presence, visitor: scriptedVisitor };
    // Each example declares a presence of its own, which this file does not know.
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
    const { room, leave } = client.enterRoom(roomId, { initialPresence } as never);
    try {
      for (;;) {
        await script(room as unknown as ScriptedRoom<P, S, E>, pause);
        await pause(1_000);
      }
    } finally {
      leave();
    }
  });
}
