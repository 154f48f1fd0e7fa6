import { useQueryClient } from "@tanstack/react-query";
import type { FetchInfiniteQueryOptions, FetchQueryOptions, QueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useMatches, useSearchParams } from "react-router";
import type { Params } from "react-router";
import { projectQuery } from "../project/shared/project-query.ts";
import { teamQuery } from "../team/use-team.ts";
import type { Place } from "./place.ts";

/** The `handle` of a page whose main query needs nothing but the address. */
export interface EarlyQuery {
  readonly earlyQuery: (params: Params, search: URLSearchParams) => AnyQuery | undefined;
}

// Each page has data and keys of its own.
/* oxlint-disable typescript/no-explicit-any */
type AnyInfiniteQuery = FetchInfiniteQueryOptions<any, Error, any, any, any>;
type AnyQuery = FetchQueryOptions<any, Error, any, any> | AnyInfiniteQuery;
/* oxlint-enable typescript/no-explicit-any */

/** Sends the request of a query. A page that is drawn before the answer has come waits for the same request. */
export function sendEarly(client: QueryClient, query: AnyQuery): Promise<void> {
  return isInfinite(query) ? client.prefetchInfiniteQuery(query) : client.prefetchQuery(query);
}

function isInfinite(query: AnyQuery): query is AnyInfiniteQuery {
  return "initialPageParam" in query;
}

/**
 * Sends the queries of the frame and the main query of the first page at the same time. Otherwise the project would be
 * requested after the account has arrived, and the page's data after the project.
 */
export function useEarlyQueries(place: Place, enabled: boolean): void {
  const client = useQueryClient();
  const { handle, params } = useMatches().at(-1)!;
  const [search] = useSearchParams();
  const done = useRef(false);
  useEffect(() => {
    if (!enabled || done.current) return;
    done.current = true;
    const early = (handle as EarlyQuery | undefined)?.earlyQuery;
    if ("teamId" in place) void client.prefetchQuery(teamQuery(place.teamId));
    if (place.kind === "project") void client.prefetchQuery(projectQuery(place.projectId));
    const query = early?.(params, search);
    if (query !== undefined) void sendEarly(client, query);
  }, [enabled, client, handle, params, search, place]);
}
