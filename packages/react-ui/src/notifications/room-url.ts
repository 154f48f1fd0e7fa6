import { useRoomInfo } from "@weft/react";

/** Where the application has a room, if it says so; with the id of an element there. */
export function useRoomUrl(roomId: string, elementId?: string): string | undefined {
  const { url } = (useRoomInfo(roomId).info ?? {}) as { readonly url?: string };
  if (url === undefined || elementId === undefined) return url;
  return `${url.split("#")[0]!}#${elementId}`;
}
