import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A call as it was forwarded. */
export interface Forwarded {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

export interface Forwarder extends AsyncDisposable {
  readonly url: string;
  readonly forwarded: readonly Forwarded[];
}

/** A server that forwards HTTP calls. `arrived` runs before a call is forwarded. */
export async function openForwarder(
  target: string,
  arrived: (method: string, path: string) => void = () => {},
): Promise<Forwarder> {
  const forwarded: Forwarded[] = [];
  const server = createServer((request, response) => {
    const { method = "GET", url: path = "/", headers } = request;
    const forward = async () => {
      const body = method === "GET" ? undefined : new Uint8Array(await buffer(request));
      arrived(method, path);
      const sent = { "Content-Type": headers["content-type"] ?? "", Authorization: headers.authorization ?? "" };
      const answer = await fetch(target + path, { method, headers: sent, body });
      forwarded.push({ method, path, status: answer.status });
      const type = answer.headers.get("content-type");
      response.writeHead(answer.status, type === null ? {} : { "Content-Type": type });
      response.end(Buffer.from(await answer.arrayBuffer()));
    };
    // A caller that has left takes no answer.
    forward().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    forwarded,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve()).closeAllConnections();
      }),
  };
}
