/**
 * A receiver of webhooks: verifies each request, keeps the newest, and shows them to the page as they arrive.
 *
 *     Weft ── POST /webhook ──► verify ──► keep ── GET /events ──► the page (server-sent events)
 *
 * It needs the signing secret of an endpoint of your project, in `WEBHOOK_SECRET`: the dashboard shows it when you add the
 * endpoint. Or let it add the endpoint itself: see `register.ts`.
 */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { readBody } from "./delivery.ts";
import type { Delivery } from "./delivery.ts";
import { registerEndpoint } from "./register.ts";
import { verify } from "./verify.ts";

const deliveriesKept = 100;
const longestBody = 64 * 1024;

const deliveries: Delivery[] = [];
const pages = new Set<{ readonly roomId: string | null; readonly response: ServerResponse }>();

/** The secret is not known before the endpoint is added, for which the server's address has to be known. */
const secret = Promise.withResolvers<string>();

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://receiver");
  if (request.method === "POST" && pathname === "/webhook") void receive(request, response);
  else if (request.method === "GET" && pathname === "/events") follow(searchParams.get("room"), response);
  else response.writeHead(404).end();
});

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (Number(request.headers["content-length"] ?? Infinity) > longestBody) {
    response.writeHead(413).end();
    return;
  }
  // The signature is of the body as it was sent: do not parse it first.
  const body = await text(request);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const verdict = verify(await secret.promise, { headers, body });
  response.writeHead(verdict.kind === "verified" ? 200 : 400).end();

  const delivery = { headers, body, receivedAt: new Date().toISOString(), verdict };
  deliveries.push(delivery);
  if (deliveries.length > deliveriesKept) deliveries.shift();
  for (const page of pages) show(delivery, page);
}

function follow(roomId: string | null, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  response.write(": here follow the deliveries\n\n");
  const page = { roomId, response };
  for (const delivery of deliveries) show(delivery, page);
  pages.add(page);
  response.on("close", () => pages.delete(page));
}

function show(delivery: Delivery, { roomId, response }: { roomId: string | null; response: ServerResponse }): void {
  // A refused request may name any room: it is shown to all pages.
  if (roomId !== null && delivery.verdict.kind === "verified" && readBody(delivery.body).roomId !== roomId) return;
  response.write(`data: ${JSON.stringify(delivery)}\n\n`);
}

server.listen(Number(process.env["PORT"] ?? 8787), async () => {
  const { port } = server.address() as AddressInfo;
  const url = `${process.env["RECEIVER_URL"] ?? `http://localhost:${port}`}/webhook`;
  secret.resolve(process.env["WEBHOOK_SECRET"] ?? (await registerEndpoint(url)));
  console.log(`Receiving webhooks at ${url}`);
});
