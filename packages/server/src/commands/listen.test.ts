import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createWebhookSecret, signaturesOf } from "@weft/collab";
import { expect, onTestFinished, test } from "vitest";
import { listenForWebhooks } from "./listen.ts";

const secret = createWebhookSecret();
const body = JSON.stringify({ type: "roomCreated", data: { roomId: "r1" } });
const timestamp = Date.UTC(2026, 10, 28) / 1_000;

async function listen(options: { secret?: string } = { secret }) {
  const lines: string[] = [];
  const server: Server = await listenForWebhooks({
    port: 0,
    secret: options.secret,
    print: (line) => void lines.push(line),
  });
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  });
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const send = async (sent: string, headers: Record<string, string>) => {
    const response = await fetch(url, { method: "POST", body: sent, headers });
    return { status: response.status, text: await response.text() };
  };
  const signed = (sent: string, key = secret) => ({
    "webhook-id": "msg_1",
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signaturesOf({ id: "msg_1", timestamp, body: sent }, [key]),
  });
  return { lines, send, signed, url, server };
}

test("a signed webhook is printed and answered with 200", async () => {
  const { lines, send, signed } = await listen();
  expect(await send(body, signed(body))).toEqual({ status: 200, text: "" });
  expect(lines.at(-1)).toBe('2026-11-28T00:00:00.000Z roomCreated msg_1\n  {"roomId":"r1"}');
});

test("a request with a wrong signature, no signature, or no event is refused with the reason", async () => {
  const { lines, send, signed, url } = await listen();
  const wrong = await send(body, signed(body, createWebhookSecret()));
  expect(wrong).toEqual({ status: 400, text: expect.stringMatching(/signature doesn't match/) });
  expect(await send(body, {})).toEqual({ status: 400, text: expect.stringMatching(/headers webhook-id/) });
  for (const other of ["", "null", "[]", '{"type":1}', "\u0000"])
    expect(await send(other, signed(other))).toEqual({ status: 400, text: "The body is not an event." });
  expect((await fetch(url)).status).toBe(400);
  expect(lines.filter((line) => line.startsWith("refused: "))).toHaveLength(8);
});

test("a body over 1 MiB is refused", async () => {
  const { send, signed } = await listen();
  const huge = JSON.stringify({ type: "roomCreated", data: "x".repeat(1_100_000) });
  const answer = await send(huge, signed(huge)).catch(() => ({ status: 400 }));
  expect(answer.status).toBe(400);
});

test("without a secret, signatures are not verified, and the output says so", async () => {
  const { lines, send, signed } = await listen({});
  expect(lines.at(-1)).toMatch(/not verified/);
  expect((await send(body, signed(body, createWebhookSecret()))).status).toBe(200);
});

test("a port in use is refused with its number", async () => {
  const { server } = await listen();
  const { port } = server.address() as AddressInfo;
  await expect(listenForWebhooks({ port, secret, print: () => {} })).rejects.toThrow(`Port ${port} can't be used`);
});
