import { queryOptions, useQuery } from "@tanstack/react-query";
import { request } from "./request.ts";

/** What the server says of itself; it does not change while it runs. */
export const siteConfigQuery = queryOptions({
  queryKey: ["config"],
  queryFn: async ({ signal }) => {
    const config = await request("GET /internal/config", { signal });
    // An operator who has not said where the server is reached is taken at the word of whoever reached it.
    return { ...config, serverUrl: config.serverUrl ?? location.origin };
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export function useSiteConfig() {
  return useQuery(siteConfigQuery);
}
