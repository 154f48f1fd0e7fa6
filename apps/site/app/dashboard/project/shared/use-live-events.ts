import { useEffect, useRef, useState } from "react";
import { doubtServer } from "../../../shell/server-doubt.ts";

export type LiveState = "connecting" | "live" | "lost";

/** Listens to one of a project's event streams while `enabled`. The browser reconnects by itself. */
export function useLiveEvents(address: string, enabled: boolean, onEvent: (event: unknown) => void): LiveState {
  const [state, setState] = useState<LiveState>("connecting");
  const listener = useRef(onEvent);
  useEffect(() => {
    listener.current = onEvent;
  });
  useEffect(() => {
    if (!enabled) return;
    let source: EventSource;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
      setState("connecting");
      source = new EventSource(address);
      source.addEventListener("open", () => setState("live"));
      source.addEventListener("message", ({ data }: MessageEvent<string>) =>
        listener.current(JSON.parse(data) as unknown),
      );
      source.addEventListener("error", () => {
        setState("lost");
        doubtServer();
        // A response other than a stream ends it permanently, but a restarted server may respond differently.
        if (source.readyState === EventSource.CLOSED) retry = setTimeout(open, 5_000);
      });
    };
    open();
    return () => {
      clearTimeout(retry);
      source.close();
    };
  }, [address, enabled]);
  return state;
}
