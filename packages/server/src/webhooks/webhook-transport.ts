import type { WebhookTransport } from "@weft/collab";
import type { Outbound } from "../outbound/outbound.ts";

/** Webhook requests through the client that guards all requests to addresses of users. */
export function createWebhookTransport(outbound: Outbound): WebhookTransport {
  return {
    refusal(url) {
      const refused = outbound.check(url.href);
      return refused && `must be an address that this server calls. ${refused.message}`;
    },
    async post(url, { maxBytes: responseBytes, ...request }) {
      const outcome = await outbound.send({ ...request, url, method: "POST", responseBytes });
      if (outcome.kind !== "answered") return { failure: outcome.message };
      // A receiver that dies while it answers may not have kept the event.
      if (outcome.broken) return { failure: "The connection ended in the middle of the answer." };
      return { status: outcome.status, body: Buffer.from(outcome.body).toString() };
    },
  };
}
