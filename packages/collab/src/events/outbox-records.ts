import type { DomainEvent } from "@weft/protocol";

/** An event as readers of the outbox get it. */
export interface OutboxEvent {
  /** Rises from event to event; numbers may be missing. */
  readonly seq: number;
  readonly event: DomainEvent;
}

/**
 * Events that were written with the changes they tell of (`Effects.events`), until every reader is past them.
 *
 *     change ─┬─► rows of the change          one transaction
 *             └─► outbox ──► reader ──► what the reader writes, and its position, in one transaction (`Effects.advance`)
 *
 * No event is read before it is durable, and none is lost: a reader that dies reads again from its position.
 */
export interface OutboxRecords {
  /** Registers a reader. A new one receives events that are written from then on. */
  register(reader: string): Promise<void>;
  /** The oldest events that a reader is not past yet. It moves past them by `Effects.advance`. */
  read(reader: string, limit: number): Promise<readonly OutboxEvent[]>;
  /** Writes events of changes that are not stored, such as connections that open and close. */
  add(events: readonly DomainEvent[]): Promise<void>;
  /** Calls the listener when events are durable and can be read: at once for those that this process wrote. */
  onAdded(listener: () => void): void;
}
