import { useQuery } from "@tanstack/react-query";
import { request } from "../api/request.ts";

/** The server's last answer. */
export interface Health {
  readonly at: Date;
  /** The process answers. */
  readonly live: boolean;
  /** It accepts connections and writes, or another node of its cluster does. */
  readonly ready: boolean;
  /** How long it took to say so. */
  readonly answeredInMs: number | null;
}

/** Asks again every ten seconds while the page is looked at. */
export const healthEveryMs = 10_000;

async function answers(path: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(path, { cache: "no-store", signal });
    return response.ok;
  } catch (cause) {
    if (signal.aborted) throw cause;
    return false;
  }
}

/** A node of a cluster that should get no new clients knows whether the others serve them. */
async function othersServe(signal: AbortSignal): Promise<boolean> {
  try {
    return (await request("GET /internal/status", { signal })).serves;
  } catch (cause) {
    if (signal.aborted) throw cause;
    return false;
  }
}

/** The server's health, as measured from this browser. */
export function useHealth() {
  return useQuery({
    queryKey: ["health"],
    queryFn: async ({ signal }): Promise<Health> => {
      const live = await answers("/health/live", signal);
      const from = performance.now();
      const ready = live && ((await answers("/health/ready", signal)) || (await othersServe(signal)));
      return { at: new Date(), live, ready, answeredInMs: ready ? Math.round(performance.now() - from) : null };
    },
    refetchInterval: healthEveryMs,
    staleTime: 0,
    retry: false,
  });
}
