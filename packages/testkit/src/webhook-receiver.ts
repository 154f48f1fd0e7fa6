/** A receiver of webhooks on this machine, and endpoints that lead to it. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { webhookEventTypes } from "@weft/protocol";
import type { Webhook, WebhookDraft } from "@weft/protocol";
import { openStore } from "@weft/store";
import { databaseUrl } from "./data.ts";
import type { TestData } from "./data.ts";
import { demoProjectOf, webhooksOf } from "./seed.ts";

export interface ReceivedWebhook {
  /** The `webhook-id` header. */
  readonly id: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly answer: ReceiverAnswer;
}

/** A status, or: no answer; a connection that ends in the middle of one; a redirect to the path `/moved`. */
export type ReceiverAnswer = number | "silence" | "cut" | "redirect";

export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string;
  /** Oldest first. */
  readonly received: readonly ReceivedWebhook[];
  /** What the receiver answers; 200 by default. */
  answer: (request: Omit<ReceivedWebhook, "answer">) => ReceiverAnswer;
}

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const server = createServer(async (request, response) => {
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers)) headers[name] = String(value);
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const one = { id: headers["webhook-id"] ?? "", path: request.url ?? "", headers, body };
    const answer = receiver.answer(one);
    received.push({ ...one, answer });
    if (answer === "silence") return;
    if (answer === "redirect") response.writeHead(307, { location: "/moved" }).end();
    else if (answer === "cut") {
      response.writeHead(200, { "content-length": "100" }).write("begun");
      setImmediate(() => request.socket.destroy());
    } else response.writeHead(answer).end("answered");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: () => 200,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return receiver;
}

/**
 * Adds an endpoint for every event to the demo project of a server that has run and does not run now. `rolled`: its secret is
 * rolled, and the previous one is still valid.
 */
export async function addWebhook(
  data: TestData,
  { rolled = false, ...draft }: Partial<WebhookDraft> & { readonly url: string; readonly rolled?: boolean },
): Promise<{ readonly webhook: Webhook; readonly previousSecret: string | undefined }> {
  await using store = await openStore(databaseUrl(data));
  const project = await demoProjectOf(store);
  const webhooks = await webhooksOf(store, data);
  const created = await webhooks.create(project, { subscribedEvents: webhookEventTypes, ...draft });
  const name = { project, id: created.id };
  if (rolled) await webhooks.rollSecret(name);
  return { webhook: await webhooks.get(name), previousSecret: rolled ? created.secret?.value : undefined };
}
