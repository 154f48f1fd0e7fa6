import type { WebhookTransport } from "@weft/collab";
import { demoReceiverUrl } from "./demo-receiver.ts";
import type { DemoReceiver } from "./demo-receiver.ts";

/** Sends the requests to the demo receiver's URL to it, and all others as before. */
export function withDemoReceiver(transport: WebhookTransport, receiver: DemoReceiver): WebhookTransport {
  return {
    // No project may have an endpoint with that URL: this is asked before one is stored.
    refusal: (url) =>
      url.protocol === new URL(demoReceiverUrl).protocol ? "must begin with https://." : transport.refusal(url),
    async post(url, request) {
      return url === demoReceiverUrl ? receiver.receive(request) : transport.post(url, request);
    },
  };
}
