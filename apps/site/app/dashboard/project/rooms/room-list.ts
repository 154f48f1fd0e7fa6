import { queryOptions } from "@tanstack/react-query";
import { RequestFailed } from "../../../api/request-failed.ts";
import { request } from "../../../api/request.ts";
import type { Answer } from "../../../api/request.ts";
import { filled } from "../shared/filled.ts";
import { sortIn } from "./room-sort.ts";
import type { RoomSort } from "./room-sort.ts";

export type RoomPage = Answer<"GET /internal/projects/{projectId}/rooms">;
export type RoomRow = RoomPage["data"][number];

/** The filters of the explorer, as they appear in the URL. */
export const roomFilterNames = [
  "search",
  "active",
  "access",
  "organizationId",
  "userId",
  "groupIds",
  "metadata",
  "prefix",
  "query",
] as const;
export type RoomFilters = Readonly<Record<(typeof roomFilterNames)[number], string>>;

/** The most pages of all matches. */
const pagesAtMost = 100;
/** The most answers of one page: the server looks at a bounded number of rooms for each, so that it may be short. */
const answersAtMost = 10;
const pageSize = "100";
/** The order that no connection changes. */
const byCreation: RoomSort = { by: "created", direction: "desc" };

/** The filters as the server understands them. */
export function filtersOf({ active, metadata, query, access, ...others }: RoomFilters) {
  const pair = metadata === "" ? "" : pairQuery(metadata);
  const whole = [query, pair].filter((part) => part !== "").join(" ");
  return {
    ...filled(others),
    ...accessOf(access),
    ...(active !== "" && { connected: true }),
    ...(whole !== "" && { query: whole }),
  };
}

function accessOf(access: string): { readonly access?: "public" | "private" } {
  return access === "public" || access === "private" ? { access } : {};
}

/** A metadata entry, as in `status: open`, in the query language. */
function pairQuery(text: string): string {
  const colon = text.indexOf(":");
  const [key, value] = colon < 0 ? [text, ""] : [text.slice(0, colon), text.slice(colon + 1)];
  return `metadata[${JSON.stringify(key.trim())}]:${JSON.stringify(value.trim())}`;
}

export function fetchRooms(
  projectId: string,
  filters: RoomFilters,
  place: { readonly limit: string; readonly cursor: string; readonly sort: RoomSort },
  signal?: AbortSignal,
): Promise<RoomPage> {
  return request("GET /internal/projects/{projectId}/rooms", {
    path: { projectId },
    query: {
      ...filtersOf(filters),
      sort: place.sort.by,
      direction: place.sort.direction,
      limit: place.limit,
      ...(place.cursor !== "" && { cursor: place.cursor }),
    },
    signal,
  });
}

/** The list that the URL describes. */
export interface ShownRooms {
  readonly filters: RoomFilters;
  readonly sort: RoomSort;
  readonly limit: string;
  readonly cursor: string;
}

export function shownRooms(search: URLSearchParams): ShownRooms {
  const limit = search.get("limit") ?? "";
  return {
    filters: Object.fromEntries(roomFilterNames.map((name) => [name, search.get(name) ?? ""])) as RoomFilters,
    sort: sortIn(search),
    limit: ["50", "100"].includes(limit) ? limit : "20",
    cursor: search.get("cursor") ?? "",
  };
}

export function roomsQuery(projectId: string, { filters, sort, limit, cursor }: ShownRooms) {
  return queryOptions({
    queryKey: ["project", projectId, "rooms", filters, sort, limit, cursor],
    queryFn: async ({ signal }): Promise<RoomPage> => {
      const data: RoomRow[] = [];
      let next: string | null = cursor;
      for (let answers = 0; next !== null && data.length < Number(limit) && answers < answersAtMost; answers++) {
        const place = { sort, limit: String(Number(limit) - data.length), cursor: next };
        const page = await fetchRooms(projectId, filters, place, signal);
        data.push(...page.data);
        next = page.nextCursor;
      }
      return { data, nextCursor: next };
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
    const { data, nextCursor } = await fetchRooms(
      projectId,
      filters,
      { sort: byCreation, limit: pageSize, cursor },
      signal,
    );
    rooms.push(...data);
    if (nextCursor === null) return { rooms, complete: true };
    cursor = nextCursor;
  }
  return { rooms, complete: false };
}
