/** A process that is a node of the cluster. Each start of a process is a node of its own, with an id of its own. */
export type NodeId = string & { readonly _node: never };

/**
 * Carries plain data (what `v8.serialize` can copy) between the nodes of a cluster. What one node sends to another arrives in
 * order and once, or the other is lost: then both sides are told, all conversations between the two have ended, and the next
 * message begins a new one.
 *
 *     send ─► number ─► pieces ─► NATS ─► pieces ─► number? ─ next ─► received
 *                                                       └── gap ─► lost, on both sides
 */
export interface Peers extends AsyncDisposable {
  readonly self: NodeId;
  /** Whether messages can be sent and received now. */
  readonly isConnected: boolean;
  readonly figures: PeerFigures;
  /** Why no messages can be exchanged with the node, as one sentence: it is of a release that this one does not understand. */
  incompatibility(node: NodeId): string | undefined;
  /**
   * To one other node. A message to a node that is lost meanwhile goes nowhere.
   *
   * @throws if the message cannot be copied, is larger than a message may be, or is large and too many large ones wait
   */
  send(to: NodeId, message: unknown): void;
  /**
   * As `send`, in the same order, for a part of something large that the caller keeps anyway: it is encoded when everything
   * before it has left, and until then does not count as waiting. It must not change, and must be of plain data.
   */
  sendLater(to: NodeId, message: unknown): void;
  /** To every other node. Some may not get it, and are told that they have missed something. */
  publish(message: unknown): void;
  /** Begins to receive. Call it once. */
  listen(listener: PeerListener): void;
}

/** What operators see of the transport. Totals count from its start. */
export interface PeerFigures {
  /** Other nodes that messages can be sent to now. */
  readonly reachable: number;
  readonly framesSent: number;
  readonly framesReceived: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** Conversations that ended because a frame was missing, or because the node did not answer, stopped or was too slow. */
  readonly lost: number;
  /** What the slowest node has not acknowledged: bytes of messages that wait, and of frames that were sent. */
  readonly pendingBytes: number;
}

/** No call comes from within `send` or `publish`. */
export interface PeerListener {
  received(from: NodeId, message: unknown): void;
  published(from: NodeId, message: unknown): void;
  /**
   * What was sent to this node, or by it, may be lost. Its next message begins a new conversation. A message to a node that does
   * not answer, or that is sent without a connection, has this answer, too: wait for `isConnected` before sending it again.
   */
  lost(node: NodeId): void;
  /**
   * Published messages may have been missed. They arrive again from now on. This is also called when a node is met that has
   * published before.
   */
  missed(): void;
}
