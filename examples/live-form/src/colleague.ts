import type { LsonObject, Room } from "@weft/client";
import type { Pause, Visitor } from "@weft/example-shared";
import type { FieldName } from "./room-types.ts";

type Presence = { visitor: Visitor; field: FieldName | null };

/** In previews, a colleague goes through the form and fills in what is missing. */
export async function playColleague(room: Room<Presence, LsonObject>, pause: Pause): Promise<void> {
  const { root } = await room.getStorage();
  // Read each time: of two windows that begin a room at once, each creates it, and the later one stays.
  const answers = () => root.get("answers") as Weft["Storage"]["answers"] | undefined;
  const enter = async (field: FieldName) => {
    room.updatePresence({ field });
    await pause(900);
  };
  await enter("catering");
  answers()?.set("catering", "Lunch");
  await pause(900);
  await enter("notes");
  const note = "Two guests need a parking space.";
  for (let length = 1; length <= note.length; length++) {
    answers()?.set("notes", note.slice(0, length));
    await pause(90);
  }
  await enter("guests");
  answers()?.set("guests", "26");
  await pause(1_500);
  answers()?.update({ guests: "24", notes: "", catering: "" });
}
