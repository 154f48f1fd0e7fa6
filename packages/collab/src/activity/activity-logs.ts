/** The logs of a project: its events and requests, newest first. */
import { platformEventKinds, WeftError } from "@weft/protocol";
import type {
  Limits,
  PlatformEvent,
  PlatformEventKind,
  ProjectId,
  RequestContents,
  RequestEntry,
} from "@weft/protocol";
import type { Cursors, CursorScope } from "../cursor.ts";
import { invalid } from "../invalid.ts";
import { dateKey, datedFrom, keysetPage } from "../keyset-page.ts";
import type { ActivityRecords, EventRecord, LogPage, RequestFilter, RequestRecord } from "./activity-records.ts";
import { isoOf, namesIn } from "./activity-search.ts";
import type { LiveActivity } from "./live-activity.ts";

export interface LogSearch {
  readonly cursor?: string;
  /** ISO 8601. */
  readonly from?: string;
  readonly to?: string;
}

export interface EventSearch extends LogSearch {
  /** Kinds, separated by commas. */
  readonly kind?: string;
  readonly roomId?: string;
  readonly userId?: string;
  /** A number. */
  readonly connectionId?: string;
  readonly text?: string;
}

export interface RequestSearch extends LogSearch, Omit<RequestFilter, "statusClass" | "id"> {
  readonly status?: "2xx" | "3xx" | "4xx" | "5xx";
  readonly requestId?: string;
}

/** A request with what is kept of what was in it. */
export interface RequestDetails {
  readonly entry: RequestEntry;
  readonly endpointId: string | null;
  readonly contents: RequestContents | null;
}

export interface ActivityLogs {
  /** Newest first. UNPROCESSABLE_ENTITY for an unknown kind, or a cursor of anything else. */
  events(
    project: ProjectId,
    search: EventSearch,
  ): Promise<{ readonly data: readonly PlatformEvent[]; readonly nextCursor: string | null }>;
  /** NOT_FOUND. */
  event(project: ProjectId, id: string): Promise<PlatformEvent>;
  requests(
    project: ProjectId,
    search: RequestSearch,
  ): Promise<{ readonly data: readonly RequestEntry[]; readonly nextCursor: string | null }>;
  /** NOT_FOUND. */
  request(project: ProjectId, id: string): Promise<RequestDetails>;
}

export interface ActivityLogsOptions {
  readonly records: Pick<ActivityRecords, "events" | "event" | "requests" | "request" | "contents">;
  readonly live: Pick<LiveActivity, "settle">;
  readonly cursors: Cursors;
  readonly limits: Pick<Limits, "eventsPerPage">;
}

const kinds: ReadonlySet<string> = new Set(platformEventKinds);

export function createActivityLogs({ records, live, cursors, limits }: ActivityLogsOptions): ActivityLogs {
  const page = <R extends { readonly at: number; readonly id: string }>(
    scope: CursorScope,
    { cursor, from, to }: LogSearch,
    read: (slice: LogPage) => Promise<readonly R[]>,
  ) =>
    keysetPage({
      cursors,
      scope,
      limit: limits.eventsPerPage,
      cursor,
      read(limit, key) {
        const after = datedFrom(key);
        return read({
          limit,
          ...(after && { after }),
          ...(from === undefined ? undefined : { from: Date.parse(from) }),
          ...(to === undefined ? undefined : { to: Date.parse(to) }),
        });
      },
      keyOf: dateKey,
    });

  return {
    async events(project: ProjectId, search: EventSearch) {
      await live.settle();
      const { kind, roomId: room, userId: user, connectionId, text } = search;
      const connection = connectionId === undefined ? undefined : Number(connectionId);
      const filter = { kinds: kindsIn(kind), room, user, connection, text };
      const read = (slice: LogPage) => records.events(project, filter, slice);
      const { items, nextCursor } = await page({ project, list: "events" }, search, read);
      return { data: items.map(describeEvent), nextCursor };
    },

    async event(project: ProjectId, id: string) {
      await live.settle();
      const event = await records.event(project, id);
      if (event === undefined) throw gone("event");
      return describeEvent(event);
    },

    async requests(project: ProjectId, search: RequestSearch) {
      await live.settle();
      const { status, method, path, errorCode, key, requestId: id } = search;
      const statusClass = status === undefined ? undefined : Number(status[0]);
      const filter = { statusClass, method, path, errorCode, key, id };
      const read = (slice: LogPage) => records.requests(project, filter, slice);
      const { items, nextCursor } = await page({ project, list: "requests" }, search, read);
      return { data: items.map(describeRequest), nextCursor };
    },

    async request(project: ProjectId, id: string): Promise<RequestDetails> {
      await live.settle();
      const request = await records.request(project, id);
      if (request === undefined) throw gone("request");
      const kept = await records.contents(project, request);
      return {
        entry: describeRequest(request),
        endpointId: kept?.endpoint ?? null,
        contents: kept === undefined ? null : (JSON.parse(kept.contents) as RequestContents),
      };
    },
  };
}

function gone(what: string): WeftError {
  return new WeftError("NOT_FOUND", { message: `No such ${what}, or it was deleted after its retention period.` });
}

function kindsIn(text: string | undefined): readonly PlatformEventKind[] | undefined {
  const named = namesIn(text);
  if (named === undefined) return undefined;
  if (!named.every((name) => kinds.has(name)))
    throw invalid(["kind"], `must be kinds, separated by commas: ${platformEventKinds.join(", ")}.`);
  return named as PlatformEventKind[];
}

/** An event as the dashboard shows it. */
export function describeEvent({ id, at, kind, room, user, connection, code, data }: EventRecord): PlatformEvent {
  return {
    id,
    at: isoOf(at),
    kind,
    roomId: room,
    userId: user,
    connectionId: connection,
    data: code === null ? { ...data } : { ...data, code },
  };
}

/** A request as the dashboard shows it. */
export function describeRequest(record: RequestRecord): RequestEntry {
  const { id, at, method, path, url = null, status, durationMs, key, errorCode } = record;
  return { id, at: isoOf(at), method, path, url, status, durationMs, key, errorCode };
}
