import { noActivity } from "@weft/collab";
import type { ActivityRecords, EventRecord, OutboxEvent, OutboxRecords } from "@weft/collab";
import type { Limits } from "@weft/protocol";
import type { Clock, Timer } from "@weft/room";
import type { Logger } from "pino";
import { openBackgroundJob } from "../../background-job.ts";

/**
 * Lists what happened to the rooms of projects, for their dashboards: each domain event once, also over a crash.
 *
 *     change ──► outbox ──► reader `activity` ──► events, and the reader's position, in one transaction ──► followers
 *
 * What is only counted, and who comes and goes, is the recorder's, and stays in memory until its next batch.
 */
export interface EventLog extends AsyncDisposable {
  /** Answers when what is in the outbox now is listed. */
  settle(): Promise<void>;
}

export interface EventLogOptions {
  readonly outbox: OutboxRecords;
  readonly records: Pick<ActivityRecords, "write">;
  /** Hears of events once they are listed. */
  readonly listed: (events: readonly EventRecord[]) => void;
  readonly clock: Clock;
  readonly limits: Pick<Limits, "jobPollMs">;
  readonly log: Logger;
}

const reader = "activity";
const eventsPerRead = 500;
/** Events that come within this time are read together: rooms may be created by the hundred. */
const gatherMs = 100;

export function openEventLog({ outbox, records, listed, clock, limits, log }: EventLogOptions): EventLog {
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
  /** One reading at a time. Calls that come while one is under way share the next. */
  const read = (): Promise<void> => {
    if (reading === undefined) return (reading = readAll().finally(() => (reading = undefined)));
    next ??= reading
      .catch(() => {})
      .then(() => {
        next = undefined;
        return read();
      });
    return next;
  };

  const job = openBackgroundJob({
    clock,
    everyMs: limits.jobPollMs,
    work: read,
    failed: (err) => log.warn({ err }, "events could not be listed; they are listed later"),
  });
  let gathering: Timer | undefined;
  outbox.onAdded(() => {
    gathering ??= clock.setTimer(gatherMs, () => {
      gathering = undefined;
      job.soon();
    });
  });
  return {
    settle: read,
    async [Symbol.asyncDispose]() {
      gathering?.cancel();
      await job[Symbol.asyncDispose]();
    },
  };
}

/** The events of a project's log that a domain event is listed as: at most one. */
function listedAs({ seq, event }: OutboxEvent): readonly EventRecord[] {
  if (event.type !== "roomCreated" && event.type !== "roomDeleted") return [];
  const { type: kind, data } = event;
  const at = Date.parse(event.type === "roomCreated" ? event.data.createdAt : event.data.deletedAt);
  return [
    {
      project: data.projectId,
      // The same however often it is read, and not that of any event of the recorder.
      id: `ev_${seq.toString(36).padStart(8, "0")}outbox`,
      at,
      kind,
      room: data.roomId,
      user: null,
      connection: null,
      code: null,
      data: {},
    },
  ];
}
