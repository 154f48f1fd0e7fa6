import type { LsonObject, Room } from "@weft/client";
import type { Pause, Visitor } from "@weft/example-shared";
import type { Activity, Task } from "./room-types.ts";

type Presence = { visitor: Visitor; activity: Activity };

/** What the list of a preview begins with. */
export const previewTasks: readonly Task[] = [
  { id: "venue", text: "Book a venue", done: true },
  { id: "speakers", text: "Invite three speakers", done: false },
  { id: "catering", text: "Choose the catering", done: false },
  { id: "posters", text: "Print posters", done: false },
];

/** In previews, a colleague ticks tasks off, and edits one. */
export async function playColleague(room: Room<Presence, LsonObject>, pause: Pause): Promise<void> {
  const { root } = await room.getStorage();
  // Read each time: of two windows that begin a room at once, each creates it, and the later one stays.
  const tasks = () => root.get("tasks") as Weft["Storage"]["tasks"] | undefined;
  const find = (id: string) => tasks()?.find((task) => task.get("id") === id);
  const tick = async (id: string, done: boolean) => {
    find(id)?.set("done", done);
    await pause(1_500);
  };
  await pause(1_200);
  await tick("speakers", true);
  room.updatePresence({ activity: { kind: "renaming", taskId: "posters" } });
  await pause(2_500);
  room.updatePresence({ activity: { kind: "none" } });
  await tick("catering", true);
  await tick("speakers", false);
  await tick("catering", false);
}
