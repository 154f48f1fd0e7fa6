import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

export interface PendingConnectionsOptions {
  /** The most that one address may have at once. */
  readonly perAddress: number;
  /** Whether all connections of an address are those of a proxy. */
  readonly isProxy: (address: string) => boolean;
}

/**
 * Connections without a request whose headers are complete: opened in advance, slow, or held open to exhaust the
 * server's file descriptors. Each address may have a few; Node's `headersTimeout` ends them.
 *
 * Returns a function that ends those on which nothing was ever sent. Node does not count them as idle, so a closing
 * server would wait for them.
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
    // It was already closed.
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
