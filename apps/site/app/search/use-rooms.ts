import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { request } from "../api/request.ts";
import { offeredRooms, roomIdLength, roomItems, roomsFrom } from "./room-items.ts";
import type { RouteParams } from "./route-params.ts";
import type { SearchItem } from "./search-item.ts";
import { visitedRooms } from "./visited-rooms.ts";

/** Rooms that are asked for: visited rooms among them come first. */
const roomsAsked = 20;

/** Rooms of the current project whose ids hold what is typed. */
export function useRooms(query: string, params: RouteParams, signedIn: boolean): readonly SearchItem[] {
  const { projectId = "" } = params;
  const text = query.trim();
  const { data } = useQuery({
    queryKey: ["search-rooms", projectId, text],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/rooms", {
        path: { projectId },
        query: { search: text, limit: String(roomsAsked) },
        signal,
      }),
    enabled: signedIn && projectId !== "" && text.length >= roomsFrom && text.length <= roomIdLength,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return useMemo(() => {
    const found = (data?.data ?? []).map(({ id }) => id);
    return roomItems(offeredRooms(found, visitedRooms(projectId), text), params);
  }, [data, params, projectId, text]);
}
