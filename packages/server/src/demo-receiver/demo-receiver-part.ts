import type { Limits } from "@weft/protocol";
import { openEventStream } from "../http/event-stream.ts";
import type { HttpPart } from "../http/part.ts";
import { networkOf } from "../http/network-of.ts";
import type { Rates } from "../http/rates.ts";
import type { DemoEndpoint } from "./demo-endpoint.ts";
import { demoReceiverUrl } from "./demo-receiver.ts";
import type { DemoReceiver } from "./demo-receiver.ts";

export interface DemoReceiverPartOptions {
  readonly receiver: DemoReceiver;
  readonly endpoint: DemoEndpoint;
  readonly rates: Pick<Rates, "take">;
  readonly limits: Pick<Limits, "outputSoft">;
}

/**
 * What the example "Webhook receiver" reads: the webhook requests about a room, as server-sent events. The first, `endpoint`,
 * names the endpoint and its secret.
 */
export function createDemoReceiverPart({ receiver, endpoint, rates, limits }: DemoReceiverPartOptions): HttpPart {
  return {
    routes: [],
    authenticators: {},
    plain: [],
    undeclared: [
      {
        template: "/play/webhooks/{roomId}",
        async handler(request, reply) {
          rates.take("address", request.ip);
          const { roomId } = request.params as { readonly roomId: string };
          using stack = new DisposableStack();
          const page = stack.use(receiver.open(roomId, networkOf(request.ip), () => reply.raw.end()));
          const { secret } = stack.use(await endpoint.use());
          const stream = openEventStream(request, reply, limits);
          stream.send({ event: "endpoint", data: { url: demoReceiverUrl, secret } });
          page.follow((received) => stream.send({ event: "request", data: received }));
          stream.hold(stack.move());
          return reply;
        },
      },
    ],
  };
}
