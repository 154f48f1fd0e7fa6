import type { RoomId } from "@weft/protocol";
import type { Tombstone } from "../notifications/inbox-records.ts";
import type { Visibility } from "./visibility.ts";

/** Whether the user may read threads of a visibility in a room. */
export type MayRead = (thread: {
  readonly room?: RoomId;
  readonly visibility: Visibility;
}) => boolean | Promise<boolean>;

/**
 * What a user may learn of deletions. Where the visibility of a thread is unknown, they have to be able to read both. The id
 * of a notification says nothing of its thread, and is never left out.
 */
export async function readableTombstones(
  tombstones: readonly Tombstone[],
  mayRead: MayRead,
): Promise<readonly Tombstone[]> {
  const readable: Tombstone[] = [];
  for (const tombstone of tombstones) {
    const { kind, room, visibility } = tombstone;
    const visibilities: readonly Visibility[] = visibility === undefined ? ["public", "private"] : [visibility];
    let learns = true;
    if (kind !== "inboxNotification")
      for (const one of visibilities) learns &&= await mayRead({ room, visibility: one });
    if (learns) readable.push(tombstone);
  }
  return readable;
}
