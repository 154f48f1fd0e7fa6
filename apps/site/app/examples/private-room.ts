import { readItem, storeItem } from "../storage/browser-storage.ts";

/** A room of an example that only this visitor knows. Kept for as long as the tab: whoever comes back finds what they made. */
export function privateRoom(name: string): string {
  return roomOfTab(`weft:example-room:${name}`, `gallery-${name}`);
}

/** A room that is known to this tab alone, and the same while it stays open. */
export function roomOfTab(key: string, prefix: string): string {
  const room = readItem(key, "session") ?? `${prefix}-${crypto.randomUUID().slice(0, 8)}`;
  storeItem(key, room, "session");
  return room;
}
