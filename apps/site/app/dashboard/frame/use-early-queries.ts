import { useQueryClient } from "@tanstack/react-query";
import type { FetchQueryOptions } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useMatches, useSearchParams } from "react-router";
import type { Params } from "react-router";
import { projectQuery } from "../project/shared/project-query.ts";
import { teamQuery } from "../team/use-team.ts";
import type { Place } from "./place.ts";

/** The `handle` of a page whose main query needs nothing but the address. */
export interface EarlyQuery {
  // oxlint-disable-next-line typescript/no-explicit-any -- each page has data and keys of its own.
  readonly earlyQuery: (params: Params, search: URLSearchParams) => FetchQueryOptions<any, Error, any, any>;
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
    if (early !== undefined) void client.prefetchQuery(early(params, search));
  }, [enabled, client, handle, params, search, place]);
}
