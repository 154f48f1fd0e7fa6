import type { DomainEvent } from "@weft/protocol";
import type { OutboxEvent, OutboxRecords } from "../events/outbox-records.ts";
import { noActivity } from "./activity-records.ts";
import type { ActivityRecords, EventRecord } from "./activity-records.ts";

/**
 * Lists what happened to the rooms of projects, for their dashboards: each domain event once, also over a crash.
 *
 *     change ──► outbox ──► reader `activity` ──► events, and the reader's position, in one transaction ──► followers
 *
 * What is only counted, and who comes and goes, is the activity writer's, and stays in memory until its next batch.
 */
export interface EventLog {
  /** Lists what is in the outbox now. One call reads at a time; calls that come meanwhile share the next reading. */
  settle(): Promise<void>;
}

export interface EventLogOptions {
  readonly outbox: Pick<OutboxRecords, "register" | "read">;
  readonly records: Pick<ActivityRecords, "write">;
  /** Receives events once they are listed. */
  readonly listed: (events: readonly EventRecord[]) => void;
}

const reader = "activity";
const eventsPerRead = 500;

export function createEventLog({ outbox, records, listed }: EventLogOptions): EventLog {
  let registered: Promise<void> | undefined;
  let reading: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const readAll = async () => {
    await (registered ??= outbox.register(reader).catch((error: unknown) => {
      registered = undefined;
      throw error;
    }));
    for (;;) {
      const found = await outbox.read(reader, eventsPerRead);
      const last = found.at(-1);
      if (last === undefined) return;
      const events = found.flatMap(listedAs);
      await records.write({ ...noActivity, events }, { advance: { reader, seq: last.seq } });
      if (events.length > 0) listed(events);
      if (found.length < eventsPerRead) return;
    }
  };
  const settle = (): Promise<void> => {
    if (reading === undefined) return (reading = readAll().finally(() => (reading = undefined)));
    next ??= reading
      .catch(() => {})
      .then(() => {
        next = undefined;
        return settle();
      });
    return next;
  };
  return { settle };
}

type ListedEvent = Extract<
  DomainEvent,
  { readonly type: "roomCreated" | "roomDeleted" | "storageUpdated" | "ydocUpdated" }
>;

/** The events of a project's log that a domain event is listed as: at most one. */
function listedAs({ seq, event }: OutboxEvent): readonly EventRecord[] {
  switch (event.type) {
    case "roomCreated":
      return [toListed(seq, event, event.data.createdAt)];
    case "roomDeleted":
      return [toListed(seq, event, event.data.deletedAt)];
    case "storageUpdated":
    case "ydocUpdated":
      return [toListed(seq, event, event.data.updatedAt)];
    default:
      return [];
  }
}

function toListed(seq: number, { type, data }: ListedEvent, happenedAt: string): EventRecord {
  return {
    project: data.projectId,
    // The same however often it is read, and not that of any event of the activity writer.
    id: `ev_${seq.toString(36).padStart(8, "0")}outbox`,
    at: Date.parse(happenedAt),
    kind: type,
    room: data.roomId,
    user: null,
    connection: null,
    code: null,
    data: {},
  };
}
