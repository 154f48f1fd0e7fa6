import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { RequestFailed } from "../api/request-failed.ts";

const everyMs = 3_000;

/** False from the moment a request finds no server until the server answers again; what failed is then fetched anew. */
export function useServerReachable(): boolean {
  const client = useQueryClient();
  const [reachable, setReachable] = useState(true);

  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== "updated") return;
        if (event.action.type === "error" || event.action.type === "failed") {
          const { error } = event.action;
          if (error instanceof RequestFailed && error.status === 0) setReachable(false);
        } else if (event.action.type === "success") {
          setReachable(true);
        }
      }),
    [client],
  );

  useEffect(() => {
    if (reachable) return;
    const timer = setInterval(() => {
      fetch("/internal/config", { method: "GET", cache: "no-store" }).then(
        (response) => {
          if (response.status >= 502) return;
          setReachable(true);
          void client.invalidateQueries();
        },
        () => undefined,
      );
    }, everyMs);
    return () => clearInterval(timer);
  }, [client, reachable]);

  return reachable;
}
