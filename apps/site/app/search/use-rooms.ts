import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { request } from "../api/request.ts";
import { roomItems, roomLimit, roomsFrom } from "./room-items.ts";
import type { RouteParams } from "./route-params.ts";
import type { SearchItem } from "./search-item.ts";

/** Rooms of the current project whose ids begin with what is typed. */
export function useRooms(query: string, params: RouteParams, signedIn: boolean): readonly SearchItem[] {
  const { projectId = "" } = params;
  const prefix = query.trim();
  const { data } = useQuery({
    queryKey: ["search-rooms", projectId, prefix],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/rooms", {
        path: { projectId },
        query: { prefix, limit: String(roomLimit) },
        signal,
      }),
    enabled: signedIn && projectId !== "" && prefix.length >= roomsFrom,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return useMemo(
    () =>
      roomItems(
        (data?.data ?? []).map(({ id }) => id).filter((id) => id.toLowerCase().startsWith(prefix.toLowerCase())),
        params,
      ),
    [data, params, prefix],
  );
}
