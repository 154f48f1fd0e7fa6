import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import { isOnlyThisMachine } from "./config.ts";
import { isForwarded } from "./http/caller-address.ts";

/**
 * Whether only this machine reaches the server. Settings answer that at the start; a request that a proxy or tunnel has
 * forwarded shows that others reach it as well, for as long as the process runs.
 *
 * Everything that is allowed to this machine alone asks here: anonymous uploads, rooms that the demo project's public key
 * creates, and calls of private addresses.
 */
export interface Exposure {
  readonly onlyThisMachine: boolean;
  /** Looks at a request before it is answered. */
  see(request: IncomingMessage): void;
  /** Calls back once, when others turn out to reach the server. */
  onReached(listener: () => void): void;
}

export function createExposure(
  config: Pick<Config, "host" | "publicUrl" | "trustProxy">,
  log: Pick<Logger, "warn">,
): Exposure {
  const listeners: (() => void)[] = [];
  let onlyThisMachine = isOnlyThisMachine(config);
  return {
    get onlyThisMachine() {
      return onlyThisMachine;
    },
    see(request) {
      if (!onlyThisMachine || !isForwarded(request)) return;
      onlyThisMachine = false;
      log.warn(
        "a proxy forwards requests to this server, so others may reach it: anonymous uploads, rooms created with the demo project's key and calls of private addresses are now refused; set WEFT_PUBLIC_URL to the address that users open, and WEFT_TRUST_PROXY",
      );
      for (const listener of listeners) listener();
    },
    onReached(listener) {
      listeners.push(listener);
    },
  };
}
