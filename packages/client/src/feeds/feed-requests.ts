/**
 * Requests about feeds that wait for their answers.
 *
 * A list is answered under the id of its request. A change is answered by its announcement, which everyone receives, or by a failure
 * under the id of its request. When the connection is lost, lists are asked for again over the next one. A change that was sent may
 * have been made or not: it fails, and the application decides whether to look first.
 */
import { ServerMessageType } from "@weft/protocol/codes";
import type { FeedRequest } from "@weft/protocol/types";
import type { Timers } from "../connection/reconnecting-socket.ts";
import { ClientError } from "../error.ts";
import type { FeedEvent } from "./feed-api.ts";
import { nanoid } from "../random-id.ts";

/** The room, as feeds need it. */
export interface FeedsRoom {
  readonly id: string;
  readonly timers: Timers;
  isOpen(): boolean;
  /** Sends a message over the present connection. */
  send(message: object): void;
  failed(error: ClientError): void;
}

/** Of each kind apart, so that each keeps the members that it has. */
type Unnumbered<T> = T extends FeedRequest ? Omit<T, "requestId"> : never;
export type NewFeedRequest = Unnumbered<FeedRequest>;

interface Waiting {
  readonly message: FeedRequest;
  /** Answers the value of the request, if this message answers it. */
  readonly answer: (message: FeedEvent) => unknown;
  readonly isChange: boolean;
  isSent: boolean;
  readonly timer: { cancel(): void };
  readonly resolve: (value: never) => void;
  readonly reject: (error: ClientError) => void;
}

/** From the call, the wait for a connection included. */
export const feedTimeoutMs = 5_000;

export class FeedRequests {
  readonly #room: FeedsRoom;
  /** In the order in which they were made, which is the order in which changes are answered. */
  readonly #waiting = new Map<string, Waiting>();

  constructor(room: FeedsRoom) {
    this.#room = room;
  }

  /**
   * @param answer what the request is answered with, if a message answers it; undefined if it does not.
   * @throws ClientError with the context `FEED_REQUEST_ERROR`
   */
  make<T>(
    request: NewFeedRequest,
    { isChange, answer }: { readonly isChange: boolean; readonly answer: (message: FeedEvent) => T | undefined },
  ): Promise<T> {
    const requestId = nanoid();
    const message = { ...request, requestId };
    return new Promise<T>((resolve, reject) => {
      const timer = this.#room.timers.set(feedTimeoutMs, () => this.#timedOut(requestId));
      const waiting: Waiting = { message, answer, isChange, isSent: false, timer, resolve, reject };
      this.#waiting.set(requestId, waiting);
      if (this.#room.isOpen()) this.#send(waiting);
    });
  }

  connected(): void {
    for (const waiting of this.#waiting.values()) this.#send(waiting);
  }

  disconnected(): void {
    for (const [requestId, waiting] of this.#waiting) {
      if (!waiting.isSent) continue;
      waiting.isSent = false;
      if (waiting.isChange)
        this.#fail(
          requestId,
          "CONNECTION_LOST",
          "The connection was lost before the answer. The change may have been made.",
        );
    }
  }

  receive(message: FeedEvent): void {
    if (message.type === ServerMessageType.feedRequestFailed) {
      const { requestId, code, reason } = message;
      const error = this.#fail(requestId, code, reason ?? `The server refused the request: ${code}.`);
      if (error !== undefined) this.#room.failed(error);
      return;
    }
    for (const [requestId, waiting] of this.#waiting) {
      if (!waiting.isSent) continue;
      if ("requestId" in message && message.requestId !== requestId) continue;
      const value = waiting.answer(message);
      if (value === undefined) continue;
      this.#take(requestId)?.resolve(value as never);
      // An announcement answers one change.
      return;
    }
  }

  #send(waiting: Waiting): void {
    waiting.isSent = true;
    this.#room.send(waiting.message);
  }

  #timedOut(requestId: string): void {
    const isSent = this.#waiting.get(requestId)?.isSent === true;
    const seconds = feedTimeoutMs / 1_000;
    const why = isSent
      ? `The server did not answer within ${seconds} seconds.`
      : `The room was not connected within ${seconds} seconds, so that the request was not sent.`;
    this.#fail(requestId, "TIMEOUT", why);
  }

  #fail(requestId: string, code: string, reason: string): ClientError | undefined {
    const waiting = this.#take(requestId);
    if (waiting === undefined) return undefined;
    const context = { type: "FEED_REQUEST_ERROR", roomId: this.#room.id, requestId, code, reason } as const;
    const error = new ClientError(reason, context, { code });
    waiting.reject(error);
    return error;
  }

  #take(requestId: string): Waiting | undefined {
    const waiting = this.#waiting.get(requestId);
    this.#waiting.delete(requestId);
    waiting?.timer.cancel();
    return waiting;
  }
}
