import { readItem, storeItem } from "../storage/browser-storage.ts";

const visitedKey = "weft:visited-rooms";
const visitedLimit = 20;

interface VisitedRoom {
  readonly projectId: string;
  readonly roomId: string;
}

/** The rooms of a project that this browser opened, the last one first. */
export function visitedRooms(projectId: string): readonly string[] {
  return parseVisited(readItem(visitedKey)).flatMap((room) => (room.projectId === projectId ? [room.roomId] : []));
}

/** Stores that a room was opened. */
export function rememberRoom(projectId: string, roomId: string): void {
  const others = parseVisited(readItem(visitedKey)).filter(
    (room) => room.projectId !== projectId || room.roomId !== roomId,
  );
  storeItem(visitedKey, JSON.stringify([{ projectId, roomId }, ...others].slice(0, visitedLimit)));
}

/** Reads what was stored; what cannot be read counts as nothing. */
export function parseVisited(stored: string | null): readonly VisitedRoom[] {
  if (stored === null) return [];
  try {
    const list: unknown = JSON.parse(stored);
    return Array.isArray(list) ? list.filter(isVisited).slice(0, visitedLimit) : [];
  } catch {
    return [];
  }
}

function isVisited(value: unknown): value is VisitedRoom {
  if (typeof value !== "object" || value === null) return false;
  const { projectId, roomId } = value as Partial<Record<string, unknown>>;
  return typeof projectId === "string" && typeof roomId === "string";
}
