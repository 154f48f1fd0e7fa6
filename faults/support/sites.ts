import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A web site on the loopback address. */
export interface Site extends AsyncDisposable {
  readonly url: string;
  /** Requests that it has and has not answered. */
  readonly unanswered: number;
}

/** A site whose requests are answered so; without it, none is. */
export async function openSite(
  answer: (request: IncomingMessage, response: ServerResponse) => void = () => {},
): Promise<Site> {
  let unanswered = 0;
  const server = createServer((request, response) => {
    unanswered++;
    response.on("error", () => {});
    response.once("close", () => unanswered--);
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get unanswered() {
      return unanswered;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
