/** What users of a running server meet at its address: its proxy or balancer, its sockets, and its clock. */
import { WebSocket } from "ws";
import type { Check } from "./check.ts";

export interface ServerToCheck {
  readonly address: string;
  /** Whether a server has to answer: otherwise it may not have been started yet. */
  readonly isExpected: boolean;
  readonly publicKey: string | undefined;
  readonly idleMs: number;
  /** After how long a server with these settings sends a ping to a silent connection. */
  readonly heartbeatMs: number;
  readonly onProgress?: ((text: string) => void) | undefined;
}

/** How long a request, or an upgrade, may take. */
const answerMs = 10_000;
/** How far clocks may differ before tokens are taken for expired. An HTTP date has no fractions of seconds. */
const clockToleranceMs = 30_000;
/** How often it is said that a connection is still held. */
const progressMs = 10_000;
/** The room that is entered, if a public key is given. */
const room = "weft-doctor";

export async function* checkServer(server: ServerToCheck): AsyncGenerator<Check> {
  const { address, isExpected } = server;
  const name = "running server";
  const askedAt = Date.now();
  let answer: Response;
  let body: { readonly servers?: readonly { readonly url: string }[] } | undefined;
  try {
    answer = await fetch(new URL("/v2/openapi.json", address), {
      redirect: "manual",
      signal: AbortSignal.timeout(answerMs),
    });
    body = answer.ok ? ((await answer.json().catch(() => undefined)) as typeof body) : undefined;
    if (!answer.ok) await answer.body?.cancel();
  } catch (cause) {
    const { cause: inner, message } = cause as Error;
    yield {
      name,
      result: isExpected ? "wrong" : "skipped",
      says: `Nothing answers at ${address} (${inner instanceof Error ? inner.message : message}).`,
      advice: isExpected
        ? "Start the server, and check the host name, the port, the certificate and the firewall."
        : "Start the server and run this again.",
    };
    return;
  }
  const served = body?.servers?.[0]?.url;
  if (served === undefined) {
    const location = answer.headers.get("location");
    yield {
      name,
      result: "wrong",
      says:
        location === null
          ? `${address} answers ${answer.status}, and not as Weft does.`
          : `${address} redirects to ${location}.`,
      advice:
        location === null
          ? "Check to which address and port the proxy forwards: it has to forward every path unchanged."
          : "Set WEFT_PUBLIC_URL to the address that users reach without a redirect.",
    };
    return;
  }
  yield URL.parse(served)?.origin === new URL(address).origin
    ? { name, result: "ok", says: `Weft answers at ${address}.` }
    : {
        name,
        result: "wrong",
        says: `The server at ${address} takes ${served} for its address.`,
        advice: `Set its WEFT_PUBLIC_URL to ${new URL(address).origin}.`,
      };
  const sentAt = Date.parse(answer.headers.get("date") ?? "");
  if (!Number.isNaN(sentAt)) yield clockCheck("server", sentAt + 500 - (askedAt + Date.now()) / 2);
  yield* checkSocket(server);
}

/** How far another clock is ahead of that of this machine. */
export function clockCheck(whose: string, aheadMs: number): Check {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  return Math.abs(aheadMs) <= clockToleranceMs
    ? { name: "clocks", result: "ok", says: `The clock of the ${whose} agrees with this machine's.` }
    : {
        name: "clocks",
        result: "wrong",
        says: `The clock of the ${whose} is ${seconds} seconds ${aheadMs > 0 ? "ahead of" : "behind"} this machine's: tokens expire too early or too late.`,
        advice: "Set both clocks by a time server (NTP).",
      };
}

async function* checkSocket(server: ServerToCheck): AsyncGenerator<Check> {
  const { address, publicKey } = server;
  const url = new URL("/v8", address);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  if (publicKey !== undefined) {
    url.searchParams.set("roomId", room);
    url.searchParams.set("pubkey", publicKey);
  }
  const socket = new WebSocket(url, { handshakeTimeout: answerMs, perMessageDeflate: false });
  try {
    const closed = new Promise<{ readonly code: number; readonly reason: string }>((resolve) =>
      socket.once("close", (code, reason) => resolve({ code, reason: reason.toString() })),
    );
    const refused = await upgraded(socket);
    if (refused !== undefined) {
      yield {
        name: "sockets",
        result: "wrong",
        says: `A WebSocket cannot be opened at ${address}: ${refused}.`,
        advice: "Have the proxy use HTTP/1.1 and forward the headers Upgrade and Connection.",
      };
      return;
    }
    yield { name: "sockets", result: "ok", says: "WebSocket upgrades reach the server." };
    yield publicKey === undefined
      ? {
          name: "idle time-out",
          result: "skipped",
          says: "Only an accepted connection stays open: pass --public-key to hold one.",
        }
      : await holdIdle(closed, server);
  } finally {
    socket.terminate();
  }
}

/** Why the socket was not opened; undefined once it is open. */
function upgraded(socket: WebSocket): Promise<string | undefined> {
  return new Promise((resolve) => {
    socket.once("open", () => resolve(undefined));
    socket.once("unexpected-response", (request, response) => {
      resolve(`the upgrade was answered with ${response.statusCode}`);
      request.destroy();
    });
    // Even after it was terminated.
    socket.on("error", (error) => resolve(error.message));
  });
}

/** Holds a connection without sending anything: the server's pings have to keep it open. */
async function holdIdle(
  closed: Promise<{ readonly code: number; readonly reason: string }>,
  { idleMs, heartbeatMs, onProgress = () => {} }: Pick<ServerToCheck, "idleMs" | "heartbeatMs" | "onProgress">,
): Promise<Check> {
  const name = "idle time-out";
  const startedAt = performance.now();
  const { promise: passed, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), idleMs);
  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  const held = () => `${seconds(performance.now() - startedAt)} of ${seconds(idleMs)} seconds`;
  onProgress(`holding a connection without traffic for ${seconds(idleMs)} seconds …`);
  const progress = setInterval(() => onProgress(`still holding it: ${held()} …`), progressMs);
  const end = await Promise.race([closed, passed]);
  clearTimeout(timer);
  clearInterval(progress);
  if (end === undefined)
    return idleMs > heartbeatMs
      ? { name, result: "ok", says: `A connection without traffic stayed open for ${seconds(idleMs)} seconds.` }
      : {
          name,
          result: "skipped",
          says: `A connection without traffic stayed open for ${seconds(idleMs)} seconds; the server sends the first ping after ${seconds(heartbeatMs)}.`,
        };
  if (end.code >= 4_000)
    return {
      name,
      result: "skipped",
      says: `The server closed the connection with ${end.code}${end.reason === "" ? "" : ` (${end.reason})`}.`,
      advice: `Pass the public key of a project that may create the room ${room}.`,
    };
  return {
    name,
    result: "wrong",
    says: `A connection without traffic was closed after ${seconds(performance.now() - startedAt)} seconds (code ${end.code}).`,
    advice: raiseIdleTimeout(heartbeatMs),
  };
}

/** Where proxies and balancers have their idle time-out. */
function raiseIdleTimeout(heartbeatMs: number): string {
  const least = Math.max(120, Math.ceil((2 * heartbeatMs) / 1_000));
  return [
    `Raise the idle time-out of the proxy or balancer above ${heartbeatMs / 1_000} seconds, the time between two pings:`,
    `nginx: proxy_read_timeout ${least}s; proxy_send_timeout ${least}s;`,
    `HAProxy: timeout tunnel ${least}s`,
    `AWS ALB: idle_timeout.timeout_seconds=${least}`,
    "Traefik: it closes no idle WebSocket of HTTP itself, so check the balancer in front of it.",
  ].join("\n");
}
