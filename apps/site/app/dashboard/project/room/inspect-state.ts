import type { InspectedConnection, InspectMessage, Json } from "@weft/protocol";
import { changedKeys } from "../shared/changed-keys.ts";
import { changedPointers } from "./storage/storage-tree.ts";

export type InspectStatus = "connecting" | "live" | "reconnecting";

/** An event that was broadcast while the page was watching. */
export interface SeenBroadcast {
  readonly connectionId: number;
  readonly event: Json;
  readonly at: string;
}

/** A change of a Yjs document while the page was watching. */
export interface SeenDocument {
  readonly guid: string | null;
  readonly bytes: number;
  readonly at: string;
}

/** The keys of a presence that the last message changed, and those of them that the message before it changed, too. */
export interface PresenceChange {
  readonly keys: ReadonlySet<string>;
  readonly fast: ReadonlySet<string>;
  readonly turn: number;
}

/** The inspector's state of a room. After a disconnect, it keeps the last known state until the next snapshot. */
export interface InspectState {
  readonly status: InspectStatus;
  /** Null until the first snapshot. */
  readonly connections: readonly InspectedConnection[] | null;
  readonly storage: Json | null;
  readonly documentBytes: number;
  /** Pointers into Storage that the last message changed, and the number of such messages so far. */
  readonly changed: ReadonlySet<string>;
  readonly storageTurn: number;
  /** Per connection, the presence keys that its last message changed. */
  readonly changedPresence: ReadonlyMap<number, PresenceChange>;
  /** Newest first. */
  readonly broadcasts: readonly SeenBroadcast[];
  readonly documents: readonly SeenDocument[];
}

export type InspectEvent = { readonly type: "message"; readonly message: InspectMessage } | { readonly type: "lost" };

export const nothingInspected: InspectState = {
  status: "connecting",
  connections: null,
  storage: null,
  documentBytes: 0,
  changed: new Set(),
  storageTurn: 0,
  changedPresence: new Map(),
  broadcasts: [],
  documents: [],
};

const kept = 50;

export function inspected(state: InspectState, event: InspectEvent): InspectState {
  switch (event.type) {
    case "message":
      return heard(state, event.message);
    case "lost":
      return { ...state, status: state.connections === null ? "connecting" : "reconnecting" };
  }
}

function heard(state: InspectState, message: InspectMessage): InspectState {
  const connections = state.connections ?? [];
  switch (message.type) {
    case "snapshot":
      return {
        ...state,
        status: "live",
        connections: message.connections,
        storage: message.storage,
        documentBytes: message.documentBytes,
        changed: new Set(),
        changedPresence: new Map(),
      };
    case "entered":
      return {
        ...state,
        connections: [
          ...connections.filter(({ connectionId }) => connectionId !== message.connection.connectionId),
          message.connection,
        ],
      };
    case "left":
      return { ...state, connections: connections.filter(({ connectionId }) => connectionId !== message.connectionId) };
    case "presence": {
      const before = connections.find(({ connectionId }) => connectionId === message.connectionId);
      if (before === undefined) return state;
      const last = state.changedPresence.get(message.connectionId);
      const keys = changedKeys(before.presence, message.presence);
      return {
        ...state,
        connections: connections.map((one) => (one === before ? { ...one, presence: message.presence } : one)),
        changedPresence: new Map(state.changedPresence).set(message.connectionId, {
          keys,
          fast: new Set([...keys].filter((key) => last?.keys.has(key))),
          turn: (last?.turn ?? 0) + 1,
        }),
      };
    }
    case "roundTrip":
      return {
        ...state,
        connections: connections.map((one) =>
          one.connectionId === message.connectionId ? { ...one, roundTripMs: message.ms } : one,
        ),
      };
    case "storage":
      return {
        ...state,
        storage: message.storage,
        changed: state.storage === null ? new Set() : changedPointers(state.storage, message.storage),
        storageTurn: state.storageTurn + 1,
      };
    case "document":
      return {
        ...state,
        documentBytes: message.guid === null ? message.bytes : state.documentBytes,
        documents: [{ guid: message.guid, bytes: message.bytes, at: message.at }, ...state.documents].slice(0, kept),
      };
    case "broadcast":
      return {
        ...state,
        broadcasts: [
          { connectionId: message.connectionId, event: message.event, at: message.at },
          ...state.broadcasts,
        ].slice(0, kept),
      };
  }
}
