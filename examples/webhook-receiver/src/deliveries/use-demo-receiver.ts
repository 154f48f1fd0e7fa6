import { useEffect, useMemo, useRef, useState } from "react";
import type { Delivery } from "../receiver/delivery.ts";
import { verify } from "../receiver/verify.ts";
import type { SignedRequest } from "../receiver/verify.ts";
import { withDelivery } from "./deliveries.ts";
import type { Deliveries } from "./deliveries.ts";

interface DemoEndpoint {
  readonly url: string;
  readonly secret: string;
}

/**
 * The preview. A Weft server with a demo project queues, signs and dispatches the project's webhooks as always, and hands those
 * of this room to the page, which verifies them here: with the same function that `receiver/server.ts` calls in Node.
 */
export function useDemoReceiver(roomId: string): Deliveries {
  const [list, setList] = useState<readonly Delivery[]>([]);
  const [isLive, setIsLive] = useState(false);
  const [endpoint, setEndpoint] = useState<DemoEndpoint>();
  const secret = useRef("");

  useEffect(() => {
    const source = new EventSource(`/play/webhooks/${encodeURIComponent(roomId)}`);
    source.addEventListener("endpoint", ({ data }: MessageEvent<string>) => {
      const next = JSON.parse(data) as DemoEndpoint;
      secret.current = next.secret;
      setEndpoint(next);
      setIsLive(true);
    });
    source.addEventListener("request", ({ data }: MessageEvent<string>) => {
      const request = JSON.parse(data) as SignedRequest & { readonly receivedAt: string };
      setList((before) => withDelivery(before, { ...request, verdict: verify(secret.current, request) }));
    });
    source.addEventListener("error", () => setIsLive(false));
    return () => source.close();
  }, [roomId]);

  return useMemo(
    () => ({
      list,
      isLive,
      url: endpoint?.url,
      send(request) {
        const receivedAt = new Date().toISOString();
        setList((before) => withDelivery(before, { ...request, receivedAt, verdict: verify(secret.current, request) }));
      },
    }),
    [list, isLive, endpoint],
  );
}
