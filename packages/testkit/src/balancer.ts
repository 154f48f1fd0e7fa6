import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/** Passes TCP connections of the loopback address on to nodes of a cluster. */
export interface Balancer extends AsyncDisposable {
  readonly port: number;
}

export interface BalancerOptions {
  /** Ports of the nodes that take connections now. */
  readonly served: () => readonly number[];
  /** By default a free one. */
  readonly port?: number;
}

/** Each connection gets the next node by turns that accepts it. It ends with the node's, and when none accepts it. */
export async function openBalancer({ served, port = 0 }: BalancerOptions): Promise<Balancer> {
  const open = new Set<Socket>();
  const hold = (socket: Socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
  };
  let turn = 0;
  const server = createServer((client) => {
    hold(client);
    client.on("error", () => client.destroy());
    const ports = served();
    const first = turn++;
    const tryNode = (tried: number): void => {
      if (tried >= ports.length || client.destroyed) return void client.destroy();
      const node = connect(ports[(first + tried) % ports.length]!, "127.0.0.1");
      const tryNext = () => tryNode(tried + 1);
      hold(node);
      node.once("error", tryNext);
      node.once("connect", () => {
        node.off("error", tryNext);
        join(client, node);
      });
    };
    tryNode(0);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

/** What one sends, the other receives; when one ends, so does the other. */
function join(client: Socket, node: Socket): void {
  if (client.destroyed) return void node.destroy();
  for (const [one, other] of [
    [client, node],
    [node, client],
  ] as const) {
    one.pipe(other);
    one.on("error", () => other.destroy());
    one.on("close", () => other.destroy());
  }
}
