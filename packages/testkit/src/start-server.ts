import type { StartedNodes } from "./cluster.ts";
import { startOneServer } from "./server.ts";
import type { OwnServerOptions, TestServer } from "./server.ts";

/** Nodes of each server that is started without data of its own: `WEFT_TEST_NODES=3` makes clusters of them. */
export const nodesPerServer = Number(process.env["WEFT_TEST_NODES"] ?? 1);

/** PostgreSQL takes 100 connections by default, and two workers each have two or three clusters. */
const few = { databaseConnections: 2 };

/** A whole server inside this process, on a free port of the loopback address. */
export async function startServer(options: OwnServerOptions = {}): Promise<TestServer> {
  if (nodesPerServer === 1 || options.data !== undefined) return startOneServer(options);
  return startCluster(options);
}

/** As many nodes as `WEFT_TEST_NODES` says. Data that they are given is in PostgreSQL. */
export async function startCluster(options: OwnServerOptions = {}): Promise<StartedNodes> {
  // Most tests need none of it.
  const { startNodes } = await import("./cluster.ts");
  const limits = { ...few, ...options.limits };
  return startNodes(
    nodesPerServer,
    (own) => startOneServer({ ...options, ...own, env: { ...own.env, ...options.env }, limits }),
    options.data,
  );
}
