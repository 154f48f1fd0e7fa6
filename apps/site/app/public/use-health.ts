import { useQuery } from "@tanstack/react-query";

/** The server's last answer. */
export interface Health {
  readonly at: Date;
  /** The process answers. */
  readonly live: boolean;
  /** It takes requests: it is not on its way out, and its disk takes writes. */
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

/** The server's health, as measured from this browser. */
export function useHealth() {
  return useQuery({
    queryKey: ["health"],
    queryFn: async ({ signal }): Promise<Health> => {
      const live = await answers("/health/live", signal);
      const from = performance.now();
      const ready = live && (await answers("/health/ready", signal));
      return { at: new Date(), live, ready, answeredInMs: ready ? Math.round(performance.now() - from) : null };
    },
    refetchInterval: healthEveryMs,
    staleTime: 0,
    retry: false,
  });
}
