import type { InspectMessage } from "@weft/protocol";
import { useEffect, useReducer } from "react";
import { doubtServer } from "../../../shell/server-doubt.ts";
import { inspected, nothingInspected } from "./inspect-state.ts";
import type { InspectState } from "./inspect-state.ts";

const shortestMs = 500;
const longestMs = 8_000;

/** Watches a room without being in it. Reconnects by itself, each time a little later. */
export function useInspector(projectId: string, roomId: string): InspectState {
  const [state, dispatch] = useReducer(inspected, nothingInspected);
  useEffect(() => {
    let socket: WebSocket;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitMs = shortestMs;
    let over = false;
    const open = () => {
      const address = `/internal/projects/${encodeURIComponent(projectId)}/inspect?roomId=${encodeURIComponent(roomId)}`;
      socket = new WebSocket(new URL(address, location.href.replace(/^http/, "ws")));
      socket.addEventListener("message", ({ data }: MessageEvent<string>) => {
        waitMs = shortestMs;
        dispatch({ type: "message", message: JSON.parse(data) as InspectMessage });
      });
      socket.addEventListener("close", () => {
        if (over) return;
        dispatch({ type: "lost" });
        doubtServer();
        timer = setTimeout(open, waitMs);
        waitMs = Math.min(longestMs, waitMs * 2);
      });
    };
    open();
    return () => {
      over = true;
      clearTimeout(timer);
      socket.close();
    };
  }, [projectId, roomId]);
  return state;
}
