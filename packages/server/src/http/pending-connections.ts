import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

export interface PendingConnectionsOptions {
  /** As many as one address may have at once. */
  readonly perAddress: number;
  /** Whether all connections of an address are those of a proxy. */
  readonly isProxy: (address: string) => boolean;
}

/**
 * Connections on which no request has been read to the end of its headers: opened ahead of need, slow, or held open to
 * use up the server's file descriptors. Each address may have a few; Node's `headersTimeout` ends them.
 *
 * Answers what ends those on which nothing was ever sent. Node does not count them among the idle ones, and a server
 * that closes would wait for them.
 */
export function watchPendingConnections(server: Server, { perAddress, isProxy }: PendingConnectionsOptions) {
  const pending = new Map<Socket, string>();
  const byAddress = new Map<string, number>();

  const settle = (socket: Socket) => {
    const address = pending.get(socket);
    if (address === undefined) return;
    pending.delete(socket);
    const left = byAddress.get(address)! - 1;
    if (left === 0) byAddress.delete(address);
    else byAddress.set(address, left);
  };
  const settled = ({ socket }: IncomingMessage) => settle(socket);

  server.on("connection", (socket: Socket) => {
    const { remoteAddress: address } = socket;
    // It was closed before it came here.
    if (address === undefined) return;
    const count = byAddress.get(address) ?? 0;
    if (count >= perAddress && !isProxy(address)) return void socket.destroy();
    pending.set(socket, address);
    byAddress.set(address, count + 1);
    socket.once("close", () => settle(socket));
  });
  server.on("request", settled);
  server.on("upgrade", settled);
  return () => {
    for (const socket of pending.keys()) if (socket.bytesRead === 0) socket.destroy();
  };
}
