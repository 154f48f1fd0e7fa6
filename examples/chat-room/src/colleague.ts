import type { LsonObject, Room } from "@weft/client";
import { newId, scriptedVisitor } from "@weft/example-shared";
import type { Pause, Visitor } from "@weft/example-shared";

type Presence = { visitor: Visitor; typing: boolean };

const texts = ["I can pick up the badges on Wednesday.", "Do we have a microphone for questions?"];

/** In previews, a colleague writes two messages, once, and reacts now and then. */
export async function playColleague(room: Room<Presence, LsonObject>, pause: Pause): Promise<void> {
  const { root } = await room.getStorage();
  // Read each time: of two windows that begin a room at once, each creates it, and the later one stays.
  const messages = () => root.get("messages") as Weft["Storage"]["messages"] | undefined;
  const said = (text: string) => messages()?.some((message) => message.text === text) === true;
  for (const text of texts) {
    if (said(text)) continue;
    room.updatePresence({ typing: true });
    await pause(2_200);
    room.updatePresence({ typing: false });
    messages()?.push({ id: newId(), author: scriptedVisitor, text, sentAt: Date.now() });
    await pause(1_500);
  }
  room.broadcastEvent({ type: "reaction", emoji: "🎉" });
  await pause(4_000);
}
