import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { RequestFailed } from "../api/request-failed.ts";
import { onDoubt, serverAnswers } from "./server-doubt.ts";

const everyMs = 3_000;

/**
 * False from the moment a request, a stream or a chunk of the site cannot reach the server until the server answers
 * again. Failed requests are then repeated.
 */
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

  useEffect(
    () =>
      onDoubt(() => {
        void serverAnswers().then((answers) => answers || setReachable(false));
      }),
    [],
  );

  useEffect(() => {
    if (reachable) return;
    const timer = setInterval(() => {
      void serverAnswers().then((answers) => {
        if (!answers) return;
        setReachable(true);
        void client.invalidateQueries();
      });
    }, everyMs);
    return () => clearInterval(timer);
  }, [client, reachable]);

  return reachable;
}
