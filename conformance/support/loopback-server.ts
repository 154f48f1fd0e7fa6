import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface LoopbackServer extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly origin: string;
}

/** An HTTP server on a free port of this machine. Disposing it also ends connections on which nothing was asked yet. */
export async function serveOnLoopback(answer: RequestListener): Promise<LoopbackServer> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
