import type { LsonObject, Room } from "@weft/client";
import { LiveObject } from "@weft/client";
import type { Pause } from "@weft/example-shared/core";
import type { Presence, Task, Tasks } from "./room-types.ts";

const added = "lunch";

/** In previews, a colleague ticks a task off, adds one and deletes it again. */
export async function playColleague(room: Room<Presence, LsonObject>, pause: Pause): Promise<void> {
  const { root } = await room.getStorage();
  // Read each time: of two windows that begin a room at once, each creates it, and the later one stays.
  const tasks = () => root.get("tasks") as Tasks | undefined;
  const toggle = () => {
    const task = tasks()?.find((one) => one.get("id") === "room");
    task?.set("done", !task.get("done"));
  };
  await pause(1_500);
  toggle();
  await pause(1_000);
  room.updatePresence({ typing: true });
  await pause(2_000);
  tasks()?.push(new LiveObject<Task>({ id: added, text: "Order lunch", done: false }));
  room.updatePresence({ typing: false });
  await pause(3_000);
  const index = tasks()?.findIndex((one) => one.get("id") === added) ?? -1;
  if (index !== -1) tasks()?.delete(index);
}
