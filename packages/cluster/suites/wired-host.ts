import { deserialize, serialize } from "node:v8";
import type { RoomHost } from "@weft/room";
import type { NodeId } from "../src/peers.ts";
import { createRemoteHosts } from "../src/remote-hosts.ts";
import { createServedHost } from "../src/served-host.ts";
import type { ServedHostOptions } from "../src/served-host.ts";

/** A host as another node sees it: every call and every message is carried as bytes. */
export interface WiredHost {
  readonly host: RoomHost;
  /** The nodes lose each other. */
  lose(): void;
}

export function wireHost(host: RoomHost): WiredHost {
  const [here, there] = ["here", "there"] as unknown as [NodeId, NodeId];
  const remote = createRemoteHosts((_, message) => served.take(here, deserialize(serialize(message))));
  const send: ServedHostOptions["send"] = (_, message) => remote.take(there, deserialize(serialize(message)));
  const served = createServedHost({
    host,
    send,
    sendLater: send,
    isServing: () => true,
    failed: () => {},
  });
  return {
    get host() {
      return remote.hostOf(there);
    },
    lose() {
      remote.lost(there);
      served.lost(here);
    },
  };
}
