import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Limits } from "@weft/protocol";
import { networkOf } from "./network-of.ts";

export interface PendingConnectionsOptions {
  readonly limits: Pick<Limits, "unauthenticatedPerAddress" | "pendingConnectionMs" | "pendingConnectionsPerAddress">;
  /** Whether all connections of an address are those of a proxy. */
  readonly isProxy: (address: string) => boolean;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** The pending connections of one network, from the oldest to the newest, and since when each is pending. */
interface Pending {
  readonly network: string;
  readonly bounded: boolean;
  readonly since: Map<Socket, number>;
}

/**
 * Connections without a request whose headers are complete: opened in advance, slow, or held open to exhaust the
 * server's file descriptors. In a burst of calls, every connection is one for a moment, so those that are younger than
 * `pendingConnectionMs` are left alone. Each network may have a few that are older: the oldest ones beyond are ended, and
 * Node's `headersTimeout` ends the others.
 *
 * Returns a function that ends those on which nothing was ever sent. Node does not count them as idle, so a closing
 * server would wait for them.
 */
export function watchPendingConnections(server: Server, options: PendingConnectionsOptions): () => void {
  const { limits, isProxy, now } = options;
  const byNetwork = new Map<string, Pending>();
  const bySocket = new WeakMap<Socket, Pending>();
  let sweeping: NodeJS.Timeout | undefined;

  const settle = (socket: Socket) => {
    const pending = bySocket.get(socket);
    if (pending === undefined) return;
    bySocket.delete(socket);
    socket.off("close", closed);
    pending.since.delete(socket);
    if (pending.since.size === 0) byNetwork.delete(pending.network);
  };
  /** One for all sockets: each is open for long after this. */
  function closed(this: Socket): void {
    settle(this);
  }
  const settled = ({ socket }: IncomingMessage) => settle(socket);

  const end = (socket: Socket) => {
    settle(socket);
    // Answered if a part of a request has arrived: a client takes an answer without a request for a mistake.
    const late = Object.assign(new Error("The headers were not received in time."), {
      code: "ERR_HTTP_REQUEST_TIMEOUT",
    });
    if (socket.bytesRead > 0) server.emit("clientError", late, socket);
    socket.destroySoon();
  };

  const sweep = () => {
    const slowSince = now() - limits.pendingConnectionMs;
    for (const { bounded, since } of byNetwork.values()) {
      if (!bounded || since.size <= limits.unauthenticatedPerAddress) continue;
      const slow = since.entries().filter(([, at]) => at <= slowSince);
      const oldestFirst = slow.map(([socket]) => socket).toArray();
      for (const socket of oldestFirst.slice(0, Math.max(0, oldestFirst.length - limits.unauthenticatedPerAddress)))
        end(socket);
    }
    if (byNetwork.size > 0) return;
    clearInterval(sweeping);
    sweeping = undefined;
  };

  const pendingOf = (address: string): Pending => {
    const network = networkOf(address);
    let pending = byNetwork.get(network);
    if (pending === undefined)
      byNetwork.set(network, (pending = { network, bounded: !isProxy(address), since: new Map() }));
    return pending;
  };

  server.on("connection", (socket: Socket) => {
    const { remoteAddress: address } = socket;
    // It was already closed.
    if (address === undefined) return;
    const before = pendingOf(address);
    if (before.bounded && before.since.size >= limits.pendingConnectionsPerAddress)
      end(before.since.keys().next().value!);
    const pending = pendingOf(address);
    pending.since.set(socket, now());
    bySocket.set(socket, pending);
    socket.on("close", closed);
    sweeping ??= setInterval(sweep, Math.ceil(limits.pendingConnectionMs / 4)).unref();
  });
  server.on("request", settled);
  server.on("upgrade", settled);
  return () => {
    clearInterval(sweeping);
    for (const { since } of byNetwork.values())
      for (const socket of since.keys()) if (socket.bytesRead === 0) socket.destroy();
  };
}
