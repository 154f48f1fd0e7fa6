/**
 * `weft listen`: receives webhooks on this machine, verifies them and prints them, while an app is being built.
 *
 * It listens on the loopback address alone. A request is answered with 200 after it was printed, and with 400 if it isn't a
 * webhook or its signature is wrong, so that the delivery in the dashboard shows the same.
 */
import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { signaturesOf } from "@weft/collab";
import { limits } from "@weft/protocol";
import { StartRefused } from "../config.ts";

export interface ListenOptions {
  /** The port on the loopback address; 0 takes a free one. */
  readonly port: number;
  /** The signing secret of the endpoint, `whsec_…`. Without one, signatures are not verified. */
  readonly secret: string | undefined;
  readonly print: (line: string) => void;
}

/** Starts listening. Rejects with `StartRefused` if the port is in use. Close the server to end it. */
export async function listenForWebhooks({ port, secret, print }: ListenOptions): Promise<Server> {
  const server = createServer((request, response) => {
    receive(request, secret).then(
      (line) => {
        print(line);
        response.writeHead(200).end();
      },
      (error: unknown) => {
        const why = error instanceof NotAWebhook ? error.message : "The request was cut off.";
        print(`refused: ${why}`);
        response.writeHead(400, { "Content-Type": "text/plain", Connection: "close" }).end(why);
      },
    );
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening").catch((cause: unknown) => {
    throw new StartRefused(`Port ${port} can't be used: ${(cause as Error).message}.`, { cause });
  });
  const address = `http://localhost:${(server.address() as AddressInfo).port}`;
  print(`Listening for webhooks at ${address}. Add this address as an endpoint in the dashboard. Stop with Ctrl+C.`);
  if (secret === undefined) print("Signatures are not verified: pass --secret whsec_… to verify them.");
  return server;
}

class NotAWebhook extends Error {}

async function receive(request: IncomingMessage, secret: string | undefined): Promise<string> {
  if (request.method !== "POST") throw new NotAWebhook(`A webhook is a POST request, not ${request.method}.`);
  const body = await read(request);
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature } = request.headers;
  if (typeof id !== "string" || typeof timestamp !== "string" || typeof signature !== "string")
    throw new NotAWebhook("The headers webhook-id, webhook-timestamp and webhook-signature are missing.");
  if (secret !== undefined && !isSigned({ id, timestamp: Number(timestamp), body }, signature, secret))
    throw new NotAWebhook(
      "The signature doesn't match the secret. Copy the secret of this endpoint from the dashboard.",
    );
  const { type, data } = parse(body);
  return `${new Date(Number(timestamp) * 1_000).toISOString()} ${type} ${id}\n  ${JSON.stringify(data)}`;
}

async function read(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > limits.smallBody) throw new NotAWebhook("The body is too large for a webhook.");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

function parse(body: string): { type: string; data: unknown } {
  try {
    const event = JSON.parse(body) as { type?: unknown; data?: unknown } | null;
    if (typeof event?.type === "string") return { type: event.type, data: event.data };
  } catch {
    // Answered below, as any other body that isn't an event.
  }
  throw new NotAWebhook("The body is not an event.");
}

function isSigned(request: { id: string; timestamp: number; body: string }, signatures: string, secret: string) {
  const expected = Buffer.from(signaturesOf(request, [secret]));
  return signatures.split(" ", 10).some((signature) => {
    const sent = Buffer.from(signature);
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
}
