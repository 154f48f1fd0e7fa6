import type { RoomEvents } from "@weft/room";
import { StaleEpoch } from "@weft/room";
import type { Logger } from "pino";
import type { Metrics } from "./metrics.ts";

/** Counts the events of rooms, and logs those that an operator should know of. */
export interface ObservedRoomEvents extends RoomEvents {
  /** Passes connections that enter and leave to a listener, within the room's turn: it must be quick. */
  onConnection(listener: Pick<RoomEvents, "connectionEntered" | "connectionLeft">): void;
  /** Called for every change of a room, within the room's turn: listeners must be quick. */
  onChange(listener: RoomEvents["roomChanged"]): void;
}

export function roomEvents(metrics: Metrics, log: Logger): ObservedRoomEvents {
  const listeners: RoomEvents["roomChanged"][] = [];
  const ofConnections: Pick<RoomEvents, "connectionEntered" | "connectionLeft">[] = [];
  return {
    onConnection: (listener) => void ofConnections.push(listener),
    connectionEntered(room, connection, connections) {
      for (const listener of ofConnections) listener.connectionEntered(room, connection, connections);
    },
    connectionLeft(room, connection, connections, closeCode) {
      for (const listener of ofConnections) listener.connectionLeft(room, connection, connections, closeCode);
    },
    onChange: (listener) => void listeners.push(listener),
    roomLoaded: (tookMs) => metrics.roomLoaded(tookMs),
    roomUnloaded: () => metrics.roomDropped(),
    roomChanged(room, change) {
      for (const listener of listeners) listener(room, change);
    },
    roomDropped(address, cause) {
      metrics.roomDropped();
      // Another owner, or a room that is deleted while clients are connected, is expected; anything else is not.
      if (cause instanceof StaleEpoch)
        log.info({ project: address.project }, "a room was let go: it has another owner");
      else log.error({ project: address.project, err: cause }, "a room was dropped from memory; its clients reconnect");
    },
    opsCommitted: (count) => metrics.opsCommitted(count),
    opsRefused: (count, cause) => metrics.opsRefused(cause, count),
    replaysAnswered: (count) => metrics.replaysAnswered(count),
    committed: (tookMs) => metrics.committed(tookMs),
    updateRefused: (cause) => metrics.documentUpdateRefused(cause),
    documentBroken(guid, reason) {
      metrics.documentBroken();
      log.error({ guid: guid === "" ? undefined : guid, reason }, "a document, or a part of one, cannot be read");
    },
    acknowledged: (tookMs) => metrics.acknowledged(tookMs),
  };
}
