import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { openBalancer } from "./balancer.ts";

/** A node that sends its name to each connection. */
async function openNamed(name: string) {
  const server = createServer((socket) => socket.on("error", () => {}).end(name)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, "close");
    },
  };
}

/** What a connection receives until it ends. */
async function receivedAt(port: number): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  return (await Array.fromAsync(socket)).join("");
}

test("connections go to the nodes by turns, and to the next one where a node refuses", async () => {
  await using a = await openNamed("a");
  await using b = await openNamed("b");
  let served = [a.port, b.port];
  await using balancer = await openBalancer({ served: () => served });
  const names = [];
  for (let call = 0; call < 4; call++) names.push(await receivedAt(balancer.port));
  expect(names).toEqual(["a", "b", "a", "b"]);
  const gone = await openNamed("gone");
  await gone[Symbol.asyncDispose]();
  served = [gone.port, b.port];
  expect([await receivedAt(balancer.port), await receivedAt(balancer.port)]).toEqual(["b", "b"]);
});

test("a connection ends where no node takes it", async () => {
  let served: number[] = [];
  await using balancer = await openBalancer({ served: () => served });
  expect(await receivedAt(balancer.port)).toBe("");
  const gone = await openNamed("gone");
  await gone[Symbol.asyncDispose]();
  served = [gone.port];
  expect(await receivedAt(balancer.port)).toBe("");
});
