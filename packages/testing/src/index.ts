/**
 * Tests of applications without a server: a room in memory, made of the engine of a real server, for several clients of one test.
 * Time passes when the test says so, and each client has a network that can be slow, cut or silent.
 *
 * @example
 * await using server = createMemoryServer();
 * const ada = server.createClient({ userId: "ada" }).enterRoom("r").room;
 * const bob = server.createClient({ userId: "bob", latency: 200 }).enterRoom("r").room;
 * await server.until(() => ada.getOthers().length === 1);
 * void ada.edit((root) => root.set("title", "Draft"));
 * await server.settle();
 */
import { MemoryServer } from "./memory-server.ts";
import type { MemoryServerOptions } from "./memory-server.ts";

export type { Network, NetworkOptions } from "./network.ts";
export type { MemoryClient, MemoryClientOptions, MemoryServer, MemoryServerOptions } from "./memory-server.ts";

/** Starts a server for one test. Dispose of it when the test ends: `await using server = createMemoryServer()`. */
export function createMemoryServer(options: MemoryServerOptions = {}): MemoryServer {
  return new MemoryServer(options);
}
