import { useEffect, useMemo, useState } from "react";
import type { Delivery } from "../receiver/delivery.ts";
import { withDelivery } from "./deliveries.ts";
import type { Deliveries } from "./deliveries.ts";

/** A receiver of your own, `receiver/server.ts`, behind the development server's proxy. It verifies, and keeps the secret. */
export function useOwnReceiver(roomId: string): Deliveries {
  const [list, setList] = useState<readonly Delivery[]>([]);
  const [isLive, setIsLive] = useState(false);

  useEffect(() => {
    const source = new EventSource(`/receiver/events?${new URLSearchParams({ room: roomId }).toString()}`);
    source.addEventListener("open", () => setIsLive(true));
    source.addEventListener("message", ({ data }: MessageEvent<string>) => {
      setList((before) => withDelivery(before, JSON.parse(data) as Delivery));
    });
    source.addEventListener("error", () => setIsLive(false));
    return () => source.close();
  }, [roomId]);

  return useMemo(
    () => ({
      list,
      isLive,
      url: "/webhook",
      send({ headers, body }) {
        // As anyone on the network could.
        void fetch("/receiver/webhook", { method: "POST", headers: { ...headers }, body });
      },
    }),
    [list, isLive],
  );
}
