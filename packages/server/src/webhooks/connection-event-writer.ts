import type { OutboxRecords, WebhookSubscriptions } from "@weft/collab";
import type { DomainEvent, Limits, RoomAddress } from "@weft/protocol";
import type { Clock, EnteredConnection, RoomEvents, Timer } from "@weft/room";
import type { Logger } from "pino";

/**
 * Writes the domain events `userEntered` and `userLeft`, for projects with an endpoint that is subscribed to them.
 *
 *     a connection enters or leaves ──► memory ──every `connectionEventsMs`──► outbox, one transaction
 *
 * A room's turn never waits for them. Events that were not written when the process was killed are lost, and so are those
 * of its connections, which it can no longer report as closed. An orderly stop loses none.
 */
export interface ConnectionEventWriter
  extends Pick<RoomEvents, "connectionEntered" | "connectionLeft">, AsyncDisposable {}

export interface ConnectionEventWriterOptions {
  readonly outbox: Pick<OutboxRecords, "add">;
  readonly subscriptions: Pick<WebhookSubscriptions, "isSubscribed">;
  readonly clock: Clock;
  readonly limits: Pick<Limits, "connectionEventsMs" | "connectionEventsWaiting">;
  readonly log: Logger;
}

/** Events that one transaction writes. */
const eventsAtOnce = 1_000;

export function openConnectionEventWriter(options: ConnectionEventWriterOptions): ConnectionEventWriter {
  const { outbox, subscriptions, clock, limits, log } = options;
  let waiting: DomainEvent[] = [];
  let timer: Timer | undefined;
  let writing: Promise<void> | undefined;

  const write = async () => {
    while (waiting.length > 0) {
      const events = waiting.slice(0, eventsAtOnce);
      waiting = waiting.slice(eventsAtOnce);
      try {
        await outbox.add(events);
      } catch (err) {
        log.warn({ err, events: events.length }, "events of connections could not be written; they are written later");
        waiting = [...events, ...waiting].slice(-limits.connectionEventsWaiting);
        return;
      }
    }
  };
  const schedule = () => {
    if (waiting.length === 0 || writing !== undefined) return;
    timer ??= clock.setTimer(limits.connectionEventsMs, () => {
      timer = undefined;
      writing = write().finally(() => {
        writing = undefined;
        schedule();
      });
    });
  };
  const add = (event: DomainEvent) => {
    if (!subscriptions.isSubscribed(event.data.projectId, event.type)) return;
    if (waiting.length >= limits.connectionEventsWaiting) waiting.shift();
    waiting.push(event);
    schedule();
  };
  return {
    connectionEntered(address, connection, connections) {
      const enteredAt = new Date(clock.now()).toISOString();
      add({ type: "userEntered", data: { ...dataOf(address, connection, connections), enteredAt } });
    },
    connectionLeft(address, connection, connections) {
      const leftAt = new Date(clock.now()).toISOString();
      add({ type: "userLeft", data: { ...dataOf(address, connection, connections), leftAt } });
    },
    async [Symbol.asyncDispose]() {
      timer?.cancel();
      await writing;
      timer?.cancel();
      await write();
    },
  };
}

function dataOf({ project, room }: RoomAddress, { actor, id, info }: EnteredConnection, connections: number) {
  return {
    projectId: project,
    roomId: room,
    connectionId: actor,
    userId: id ?? null,
    userInfo: info ?? null,
    numActiveUsers: connections,
  };
}
