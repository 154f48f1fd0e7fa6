import { QueryClient } from "@tanstack/react-query";
import { RequestFailed } from "./request-failed.ts";

/** How the site fetches: what is shown stays while newer data comes, and only what may heal is tried again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: true,
        retry: (failures, error) => failures < 2 && mayHeal(error),
        retryDelay: (attempt) => Math.min(8_000, 500 * 2 ** attempt),
      },
      mutations: { retry: false },
    },
  });
}

function mayHeal(error: unknown): boolean {
  return error instanceof RequestFailed && (error.status === 0 || error.status === 429 || error.status >= 500);
}
