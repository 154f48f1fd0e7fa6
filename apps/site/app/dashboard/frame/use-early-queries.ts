import { useQueryClient } from "@tanstack/react-query";
import type { FetchQueryOptions } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useMatches, useSearchParams } from "react-router";
import type { Params } from "react-router";

/** The `handle` of a page whose main query needs nothing but the address. */
export interface EarlyQuery {
  // oxlint-disable-next-line typescript/no-explicit-any -- each page has data and keys of its own.
  readonly earlyQuery: (params: Params, search: URLSearchParams) => FetchQueryOptions<any, Error, any, any>;
}

/**
 * Sends the main query of the page that is opened first together with the queries of its frame. The page itself is
 * drawn only once its project has arrived, one round trip later.
 */
export function useEarlyQuery(enabled: boolean): void {
  const client = useQueryClient();
  const { handle, params } = useMatches().at(-1)!;
  const [search] = useSearchParams();
  const done = useRef(false);
  useEffect(() => {
    if (!enabled || done.current) return;
    done.current = true;
    const early = (handle as EarlyQuery | undefined)?.earlyQuery;
    if (early !== undefined) void client.prefetchQuery(early(params, search));
  }, [enabled, client, handle, params, search]);
}
