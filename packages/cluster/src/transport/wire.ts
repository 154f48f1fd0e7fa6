import type { NodeId } from "../peers.ts";

/**
 * Carries frames between nodes, and may lose them. Frames that one node sends to another on one channel arrive in order.
 * Pings and signals are on `control`, so that they never wait for messages, which are on `bulk`.
 */
export interface Wire extends AsyncDisposable {
  readonly isConnected: boolean;
  /** Without a connection, the frame is dropped. It is never kept for a later one. */
  send(channel: WireChannel, to: NodeId, frame: Uint8Array): void;
  /** To all other nodes of the cluster, on `control`. */
  announce(frame: Uint8Array): void;
  /** Begins to receive. Call it once. */
  listen(listener: WireListener): void;
}

export type WireChannel = "control" | "bulk";

/** No call may throw. */
export interface WireListener {
  received(frame: Buffer): void;
  /** The connection that was lost is there again. */
  connected(): void;
  /** Frames to and from this node may be lost. */
  disconnected(reason: string): void;
}
