import { queryOptions } from "@tanstack/react-query";
import { request } from "../../../api/request.ts";
import { readFilters } from "../../shared/use-filters.ts";

export const analyticsFilters = ["range", "from", "to", "compare", "room"] as const;

export const analyticsRanges = [
  { value: "1h", label: "1 hour" },
  { value: "1d", label: "1 day" },
  { value: "1w", label: "1 week" },
  { value: "1mo", label: "1 month" },
] as const;

export interface AnalyticsSearch {
  readonly range: (typeof analyticsRanges)[number]["value"] | "custom";
  readonly from: string;
  readonly to: string;
  /** With the period before. */
  readonly compared: boolean;
  /** Empty for all rooms. */
  readonly room: string;
}

/** What an address asks for. */
export function analyticsSearch(search: URLSearchParams): AnalyticsSearch {
  const { range, from, to, compare, room } = readFilters(analyticsFilters, search);
  return {
    range: from !== "" || to !== "" ? "custom" : (analyticsRanges.find(({ value }) => value === range)?.value ?? "1d"),
    from,
    to,
    compared: compare === "previous",
    room,
  };
}

/** The charts of a project. */
export const analyticsQuery = (projectId: string, { range, from, to, compared, room }: AnalyticsSearch) =>
  queryOptions({
    queryKey: ["project", projectId, "analytics", range, from, to, compared, room],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/analytics", {
        path: { projectId },
        query: {
          range,
          ...(from !== "" && { from }),
          ...(to !== "" && { to }),
          ...(compared && { compare: "previous" as const }),
          ...(room !== "" && { roomId: room }),
        },
        signal,
      }),
  });
