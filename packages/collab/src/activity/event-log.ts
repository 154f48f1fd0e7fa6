import type { DomainEvent } from "@weft/protocol";
import type { OutboxEvent, OutboxRecords } from "../events/outbox-records.ts";
import { noActivity } from "./activity-records.ts";
import type { ActivityRecords, EventRecord } from "./activity-records.ts";
import { domainCounts } from "./domain-counts.ts";
import { outboxEventId } from "./outbox-event-id.ts";

/**
 * Lists what happened in the rooms of projects, for their dashboards, and counts comments and notifications: each domain event
 * once, also over a crash.
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
  readonly now?: () => number;
  readonly limits: Parameters<typeof domainCounts>[2];
}

const reader = "activity";
const eventsPerRead = 500;

export function createEventLog({ outbox, records, listed, now = Date.now, limits }: EventLogOptions): EventLog {
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
      // Another process that reads at the same time may have been first: then it has listed them.
      const advance = { reader, seq: last.seq, first: found[0]!.seq };
      const written = await records.write(
        { ...noActivity, events, ...domainCounts(found, now(), limits) },
        { advance },
      );
      if (written && events.length > 0) listed(events);
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

/** The event of a project's log that a domain event is listed as. */
function listedAs({ seq, event }: OutboxEvent): readonly EventRecord[] {
  switch (event.type) {
    // The activity writer lists who comes and goes; a notification concerns no room's log.
    case "userEntered":
    case "userLeft":
    case "notification":
      return [];
    case "roomCreated":
      return [toListed(seq, event, event.data.createdAt)];
    case "roomDeleted":
    case "threadDeleted":
    case "commentDeleted":
      return [toListed(seq, event, event.data.deletedAt)];
    case "storageUpdated":
    case "ydocUpdated":
      return [toListed(seq, event, event.data.updatedAt)];
    case "threadCreated":
    case "commentCreated":
      return [toListed(seq, event, event.data.createdAt, event.data.createdBy)];
    case "threadMetadataUpdated":
    case "threadMarkedAsResolved":
    case "threadMarkedAsUnresolved":
    case "commentMetadataUpdated":
      return [toListed(seq, event, event.data.updatedAt, event.data.updatedBy)];
    case "commentEdited":
      return [toListed(seq, event, event.data.editedAt)];
    case "commentReactionAdded":
      return [toListed(seq, event, event.data.addedAt, event.data.addedBy)];
    case "commentReactionRemoved":
      return [toListed(seq, event, event.data.removedAt, event.data.removedBy)];
  }
}

type ListedEvent = Exclude<DomainEvent, { readonly type: "userEntered" | "userLeft" | "notification" }>;

function toListed(
  seq: number,
  { type, data }: ListedEvent,
  happenedAt: string,
  user: string | null = null,
): EventRecord {
  return {
    project: data.projectId,
    id: outboxEventId(seq),
    // Imported history has the date that its caller named.
    at: Date.parse(happenedAt),
    kind: type,
    room: data.roomId,
    user,
    connection: null,
    code: null,
    data: {
      ...("threadId" in data && { threadId: data.threadId }),
      ...("commentId" in data && { commentId: data.commentId }),
    },
  };
}
