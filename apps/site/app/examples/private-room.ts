/** A room of an example that only this visitor knows. Kept for as long as the tab: whoever comes back finds what they made. */
export function privateRoom(name: string): string {
  const key = `weft:example-room:${name}`;
  const fresh = `gallery-${name}-${crypto.randomUUID().slice(0, 8)}`;
  try {
    const room = sessionStorage.getItem(key) ?? fresh;
    sessionStorage.setItem(key, room);
    return room;
  } catch {
    // Storage may be forbidden: the room then lasts as long as the page.
    return fresh;
  }
}
