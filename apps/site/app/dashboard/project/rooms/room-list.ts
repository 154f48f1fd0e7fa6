import { queryOptions } from "@tanstack/react-query";
import { RequestFailed } from "../../../api/request-failed.ts";
import { request } from "../../../api/request.ts";
import type { Answer } from "../../../api/request.ts";

export type RoomPage = Answer<"GET /internal/projects/{projectId}/rooms">;
export type RoomRow = RoomPage["data"][number];

/** The filters of the explorer, as they appear in the URL. */
export const roomFilterNames = ["prefix", "query", "userId", "groupIds", "organizationId", "active"] as const;
export type RoomFilters = Readonly<Record<(typeof roomFilterNames)[number], string>>;

/** The maximum number of pages to search for active rooms and for all matches, since the server sorts only by age. */
const pagesAtMost = 100;
const pageSize = "100";

/** The filters that the server supports. */
function filtersOf(filters: RoomFilters): Partial<Record<string, string>> {
  return Object.fromEntries(Object.entries(filters).filter(([name, value]) => name !== "active" && value !== ""));
}

export function fetchRooms(
  projectId: string,
  filters: RoomFilters,
  place: { readonly limit: string; readonly cursor: string },
  signal?: AbortSignal,
): Promise<RoomPage> {
  return request("GET /internal/projects/{projectId}/rooms", {
    path: { projectId },
    query: { ...filtersOf(filters), limit: place.limit, ...(place.cursor !== "" && { cursor: place.cursor }) },
    signal,
  });
}

/** The list that the URL describes. */
export interface ShownRooms {
  readonly filters: RoomFilters;
  readonly limit: string;
  readonly cursor: string;
}

export function shownRooms(search: URLSearchParams): ShownRooms {
  const limit = search.get("limit") ?? "";
  return {
    filters: Object.fromEntries(roomFilterNames.map((name) => [name, search.get(name) ?? ""])) as RoomFilters,
    limit: ["50", "100"].includes(limit) ? limit : "20",
    cursor: search.get("cursor") ?? "",
  };
}

export function roomsQuery(projectId: string, { filters, limit, cursor }: ShownRooms) {
  return queryOptions({
    queryKey: ["project", projectId, "rooms", filters, limit, cursor],
    queryFn: async ({ signal }): Promise<RoomPage> => {
      if (filters.active === "") return fetchRooms(projectId, filters, { limit, cursor }, signal);
      const { rooms } = await fetchAllRooms(projectId, filters, signal);
      return { data: rooms, nextCursor: null };
    },
    retry: (failures, error) => failures < 2 && !(error instanceof RequestFailed && error.status === 422),
  });
}

/** One room with the same sizes as in the list. Null if it has just been deleted. */
export function roomSummaryQuery(projectId: string, roomId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "room", roomId, "summary"],
    queryFn: async ({ signal }) => {
      const { data } = await request("GET /internal/projects/{projectId}/rooms", {
        path: { projectId },
        query: { query: `roomId:${JSON.stringify(roomId)}`, limit: "1" },
        signal,
      });
      return data[0] ?? null;
    },
    refetchInterval: 5_000,
  });
}

/** Every room that matches, page by page; `complete` is false when there were too many pages. */
export async function fetchAllRooms(
  projectId: string,
  filters: RoomFilters,
  signal?: AbortSignal,
): Promise<{ rooms: RoomRow[]; complete: boolean }> {
  const rooms: RoomRow[] = [];
  let cursor = "";
  for (let page = 0; page < pagesAtMost; page++) {
    const { data, nextCursor } = await fetchRooms(projectId, filters, { limit: pageSize, cursor }, signal);
    rooms.push(...data.filter((room) => filters.active === "" || room.connectedNow !== 0));
    if (nextCursor === null) return { rooms, complete: true };
    cursor = nextCursor;
  }
  return { rooms, complete: false };
}
