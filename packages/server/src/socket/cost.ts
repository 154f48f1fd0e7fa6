import type { ClientMessage, Limits } from "@weft/protocol";
import { ClientMessageType } from "@weft/protocol";

/**
 * The cost of a message against its connection's message rate. A request costs more than a forwarded message, since its
 * answer is long. Updates count as ops instead: a client that was offline sends all of its updates at once.
 */
export function costOf(message: ClientMessage, limits: Limits): number {
  switch (message.type) {
    case ClientMessageType.fetchStorage:
      return limits.storageFetchCost;
    case ClientMessageType.fetchDocument:
      return limits.documentFetchCost;
    case ClientMessageType.fetchFeeds:
    case ClientMessageType.fetchFeedMessages:
      return limits.feedFetchCost;
    case ClientMessageType.updateStorage:
    case ClientMessageType.updateDocument:
      return 0;
    default:
      return 1;
  }
}

export function costOfAll(messages: readonly ClientMessage[], limits: Limits): number {
  let cost = 0;
  for (const message of messages) cost += costOf(message, limits);
  return cost;
}

/** The number of ops that these messages count as. */
export function opsOf(messages: readonly ClientMessage[]): number {
  let ops = 0;
  for (const message of messages) {
    if (message.type === ClientMessageType.updateStorage) ops += Math.max(1, message.ops.length);
    else if (message.type === ClientMessageType.updateDocument) ops++;
  }
  return ops;
}

/** Adds up the messages of one frame, of which an honest client sends few beside its updates. */
export interface FrameCount {
  /** Adds messages of the frame: their number, and those of a known type. Returns what is wrong with them. */
  add(count: number, known: readonly ClientMessage[]): string | undefined;
}

export function countFrame(limits: Limits): FrameCount {
  let cost = 0;
  return {
    add(count, known) {
      cost += count - known.length + costOfAll(known, limits);
      return excessOf(cost, limits);
    },
  };
}

/** What is wrong with a frame whose messages cost so much, its messages of an unknown type included. */
export function excessOf(cost: number, limits: Limits): string | undefined {
  return cost > limits.messagesPerFrame
    ? `A frame may hold ${limits.messagesPerFrame} messages beside its updates; requests count for more than one.`
    : undefined;
}
