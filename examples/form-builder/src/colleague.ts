import type { LsonObject, Room } from "@weft/client";
import { newId, scriptedVisitor } from "@weft/example-shared";
import type { Pause } from "@weft/example-shared";

/** In previews, a colleague rewords a question and submits a response. */
export async function playColleague(room: Room<Weft["Presence"], LsonObject>, pause: Pause): Promise<void> {
  const { root } = await room.getStorage();
  // Read each time: of two windows that begin a room at once, each creates it, and the later one stays.
  const questions = () => root.get("questions") as Weft["Storage"]["questions"] | undefined;
  const responses = () => root.get("responses") as Weft["Storage"]["responses"] | undefined;
  const label = (text: string) => questions()?.get("days")?.set("label", text);

  room.updatePresence({ tab: "edit", question: "days" });
  await pause(1_800);
  label("Which day suits you best?");
  await pause(1_800);
  room.updatePresence({ question: "topics" });
  await pause(1_500);
  room.updatePresence({ tab: "fillIn", question: null });
  await pause(2_500);
  const id = newId();
  const answers = { role: "Product manager", days: "days-2", topics: ["topics-0"], rating: "4" };
  responses()?.set(id, { name: scriptedVisitor.name, at: Date.now(), answers });
  room.updatePresence({ tab: "results" });
  await pause(4_000);
  responses()?.delete(id);
  label("Which day suits you?");
}
