/** A server on this machine that outgoing requests may or may not reach. */
import { createServer as createHttpServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";

export interface Listener extends AsyncDisposable {
  readonly port: number;
  /** Connections that it has accepted. */
  readonly connections: number;
  readonly open: number;
  /** Method, host and path of each request. */
  readonly requests: readonly string[];
}

export async function listen(
  answer: RequestListener,
  { host = "127.0.0.1", port = 0, tls }: { host?: string; port?: number; tls?: { key: string; cert: string } } = {},
): Promise<Listener> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const onRequest: RequestListener = (request, response) => {
    requests.push(`${request.method} ${request.headers.host} ${request.url}`);
    answer(request, response);
  };
  const server: Server = tls === undefined ? createHttpServer(onRequest) : createHttpsServer(tls, onRequest);
  server.on("connection", (socket) => {
    connections++;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections;
    },
    get open() {
      return sockets.size;
    },
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
