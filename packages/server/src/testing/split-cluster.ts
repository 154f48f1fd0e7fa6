import { WeftError } from "@weft/protocol";
import type { Cluster, RoomHost } from "@weft/room";
import { copyingEnter } from "@weft/room/suites/copying-host.ts";

/**
 * A cluster whose nodes are all in this process. A room's id decides its node. All arguments and results between a node
 * and its callers are copied, as if sent over a network.
 */
export function createSplitCluster(hosts: readonly RoomHost[]): Cluster {
  const nodes = hosts.map(overNetwork);
  return {
    reach: async ({ room }) => nodes[Buffer.from(room).reduce((sum, byte) => sum + byte, 0) % nodes.length]!,
    hosts: async () => nodes,
  };
}

function overNetwork(host: RoomHost): RoomHost {
  const enter = copyingEnter(host);
  const conversations: Partial<RoomHost> = {
    enter: (address, user, link, socket) => carried(enter(address, user, link, socket)),
    async observe(address, observer) {
      const observe = host.observe(structuredClone(address), (event) => observer(structuredClone(event)));
      const observation = await carried(observe);
      return {
        members: structuredClone(observation.members),
        measureRoundTrips: (most) => observation.measureRoundTrips(most),
        [Symbol.dispose]: () => observation[Symbol.dispose](),
      };
    },
    // An abort is a separate message.
    storageText: async (address, format, signal) =>
      structuredClone(await carried(host.storageText(structuredClone(address), structuredClone(format), signal))),
  };
  return new Proxy(host, {
    get(_, name: keyof RoomHost) {
      if (!(name in host)) return undefined;
      const call = host[name].bind(host) as (...values: unknown[]) => Promise<unknown>;
      const copying = async (...values: unknown[]) => structuredClone(await carried(call(...structuredClone(values))));
      return conversations[name] ?? copying;
    },
  });
}

/** A rejection carries the code and the message of its error. */
async function carried<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    if (!(cause instanceof WeftError)) throw cause;
    throw new WeftError(cause.code, { message: cause.message });
  }
}
