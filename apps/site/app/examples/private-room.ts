import { readItem, storeItem } from "../storage/browser-storage.ts";

/**
 * A room of an example that only this visitor knows. Kept as long as the tab, so that returning visitors find their
 * content.
 */
export function privateRoom(name: string): string {
  return roomOfTab(`weft:example-room:${name}`, `gallery-${name}`);
}

/** A room that only this tab knows, and that stays the same while the tab is open. */
export function roomOfTab(key: string, prefix: string): string {
  const room = readItem(key, "session") ?? `${prefix}-${crypto.randomUUID().slice(0, 8)}`;
  storeItem(key, room, "session");
  return room;
}
