/** Times are multiples of `pingMs`. */
export interface TransportLimits {
  /** A frame, with its header. */
  readonly pieceBytes: number;
  /** An encoded message. It is put together again in memory. */
  readonly messageBytes: number;
  /** Messages that wait in memory for one slow node. Beyond it, that node is lost. */
  readonly queueBytes: number;
  /** A message of this size and more is large: what a room holds, as an answer or in one frame for a client. */
  readonly largeMessageBytes: number;
  /** Large messages that wait in memory for one node, besides the others. Beyond it, further ones are refused. */
  readonly largeQueueBytes: number;
  /** Frames with messages on their way to a node: from one node, and from all of them together. */
  readonly windowBytes: number;
  readonly pendingBytes: number;
  /** The same for published messages. Those that do not fit into the queue are left out for the slow node. */
  readonly signalQueueBytes: number;
  readonly signalWindowBytes: number;
  readonly signalPendingBytes: number;
  readonly pingMs: number;
  /** A node that is silent for this number of pings is lost. */
  readonly missedPings: number;
  /** So is a node that answers pings and acknowledges nothing of what it was sent. */
  readonly stalledPings: number;
  /** A node that is silent for this number of pings does not exist any more. */
  readonly forgottenPings: number;
  /** The node announces itself to all others once in this number of pings. */
  readonly announcementPings: number;
}

const MiB = 1_024 * 1_024;

/**
 * A NATS server disconnects a client for which 64 MiB wait. What all nodes together may send to one node without an
 * acknowledgement is far less.
 */
export const defaultTransportLimits: TransportLimits = {
  pieceBytes: MiB / 2,
  messageBytes: 128 * MiB,
  queueBytes: 64 * MiB,
  largeMessageBytes: 4 * MiB,
  largeQueueBytes: 256 * MiB,
  windowBytes: 4 * MiB,
  pendingBytes: 24 * MiB,
  signalQueueBytes: 4 * MiB,
  signalWindowBytes: MiB,
  signalPendingBytes: 4 * MiB,
  pingMs: 1_000,
  missedPings: 2,
  stalledPings: 10,
  forgottenPings: 60,
  announcementPings: 5,
};

/** A piece that is cut off because of the credit is no smaller than this. */
export function leastCreditOf({ pieceBytes }: Pick<TransportLimits, "pieceBytes">): number {
  return Math.max(pieceBytes / 16, 64);
}

/** What one of `links` senders may have on its way to a node. However many they are, it is enough for two small pieces. */
export function windowOf(links: number, each: number, together: number, limits: TransportLimits): number {
  return Math.max(Math.min(each, Math.floor(together / Math.max(links, 1))), 2 * leastCreditOf(limits));
}
