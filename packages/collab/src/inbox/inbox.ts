/**
 * Inboxes of users: lists, changes since an instant, what is read and deleted, and notifications of a project's own.
 *
 *   list ─► notifications by index ─► heads of their threads ─► what the credential may see ─► a page
 *                                                                      its threads and groups are read as it is sent
 *
 * With an ID token a user sees notifications of rooms that they may read. An access token shows the notifications of all
 * rooms, but threads only of rooms that it opens: a notification of another room comes without its thread, and one of a
 * thread that a room keeps from the user is left out. What is left out is found first, so a page may take several reads.
 */
import { defaultOrganization, limits as platformLimits, mentionsIn, WeftError } from "@weft/protocol";
import type { Limits, Mention, ProjectId, RoomId } from "@weft/protocol";
import type { TokenClaims } from "../access/tokens.ts";
import type { Cursors } from "../cursor.ts";
import type { GroupRecord } from "../groups/group-records.ts";
import { invalid } from "../invalid.ts";
import { KeyedMutex } from "../keyed-mutex.ts";
import { conflict, retryOnConflict } from "../retry-on-conflict.ts";
import type { PlanQuotas } from "../plan-quotas.ts";
import { readInboxQuery } from "../notifications/inbox-query.ts";
import type { RoomAccess, Rooms } from "../rooms/rooms.ts";
import { deletionsByKind } from "../threads/readable-tombstones.ts";
import type { MayRead } from "../threads/readable-tombstones.ts";
import type { SubscriptionRecord, ThreadHead, ThreadPart, ThreadRecords } from "../threads/thread-records.ts";
import type {
  InboxFilter,
  InboxName,
  InboxRecord,
  InboxRecords,
  NewCustomNotification,
  Tombstone,
} from "../notifications/inbox-records.ts";
import { notificationJob } from "../notifications/notification-job.ts";
import type { NotificationSettings } from "../notifications/notification-settings.ts";
import { newNotificationId } from "./text-mentions.ts";

/** A user's inbox in one organization. */
export interface InboxOwner extends InboxName {
  readonly organizationId: string;
  /** The credential of the user. Back ends have none, and see everything. */
  readonly credential?: TokenClaims;
}

export interface InboxSearch {
  readonly limit: number;
  readonly cursor?: string;
  /** The filter language. */
  readonly query?: string;
}

export interface InboxPage {
  readonly notifications: readonly InboxRecord[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Notifications with what clients show beside them. */
export interface InboxContents {
  readonly notifications: readonly InboxRecord[];
  /** Their threads, without those that the user may not read. Comments are read with them. */
  readonly threads: AsyncIterable<ThreadPart>;
  /** The user's subscriptions to these threads. */
  readonly subscriptions: readonly SubscriptionRecord[];
  /** Groups that threads and notifications mention without a list of users: known once the threads were read. */
  readonly groups: () => Promise<readonly GroupRecord[]>;
  /** Asking for changes since then misses none. */
  readonly requestedAt: number;
}

/** A notification that a back end sends to a user. */
export interface CustomNotificationDraft {
  readonly userId: string;
  readonly kind: string;
  readonly subjectId: string;
  readonly activityData: ReadonlyMap<string, string | number | boolean>;
  readonly roomId?: RoomId;
  readonly organizationId?: string;
}

export interface Inbox {
  /** Newest first. INVALID_QUERY; UNPROCESSABLE_ENTITY for a cursor that is not of this list. */
  page(owner: InboxOwner, search: InboxSearch): Promise<InboxPage>;
  /** The same, with threads, subscriptions and groups. */
  contents(owner: InboxOwner, search: InboxSearch): Promise<InboxContents & Pick<InboxPage, "nextCursor">>;
  /** What has changed since, and what was deleted: the newest changes. INVALID_QUERY. */
  changes(
    owner: InboxOwner,
    since: number,
    query?: string,
  ): Promise<InboxContents & { readonly deleted: (kind: Tombstone["kind"]) => AsyncIterable<readonly Tombstone[]> }>;
  /** INVALID_QUERY. */
  countUnread(owner: InboxOwner, query?: string): Promise<number>;
  /** Of any organization. RESOURCE_NOT_FOUND. */
  find(inbox: InboxName, id: string): Promise<InboxRecord>;

  /** Other ids than those of the inbox, and of the room if there is one, are ignored. */
  markRead(owner: InboxOwner, ids: readonly string[] | "all", room?: RoomId): Promise<void>;
  /** Of any user. RESOURCE_NOT_FOUND. */
  markOneRead(project: ProjectId, id: string): Promise<void>;
  /** Of any organization, unless one is named. False when there is none. */
  delete(inbox: InboxName & { readonly organizationId?: string }, id: string): Promise<boolean>;
  deleteAll(owner: InboxOwner): Promise<void>;

  /** ROOM_NOT_FOUND; UNPROCESSABLE_ENTITY for data over a limit, or a room of another organization; PLAN_LIMIT_REACHED. */
  trigger(project: ProjectId, draft: CustomNotificationDraft): Promise<void>;
}

export interface InboxOptions {
  readonly records: InboxRecords;
  readonly threads: Pick<ThreadRecords, "heads" | "contents" | "subscriptionsOfUser" | "deletedOfUserSince">;
  readonly rooms: Pick<Rooms, "find" | "reenter">;
  readonly settings: Pick<NotificationSettings, "ofProject">;
  /** Groups of an organization that can be mentioned. */
  readonly groups: (
    project: ProjectId,
    organizationId: string,
    ids: readonly string[],
  ) => Promise<readonly GroupRecord[]>;
  readonly cursors: Cursors;
  /** Refuses notifications that the plan of the project's team does not include. */
  readonly quotas?: Pick<PlanQuotas, "admitNotification">;
  readonly now?: () => number;
  readonly limits?: Pick<Limits, "activityData" | "changeOverlapMs" | "threadsAnswer">;
}

export function createInbox(options: InboxOptions): Inbox {
  return new RecordedInbox(options);
}

/** Threads that one query names. */
const threadsPerRead = 500;
/** Reads that one page may take. */
const readsPerPage = 20;
const { activitiesPerNotification, inboxChanges } = platformLimits;

type Place = Pick<InboxRecord, "notifiedAt" | "id">;
type Threads = ReadonlyMap<string, ThreadHead>;
/** A notification that the owner sees, with its thread if they see that too. */
interface Seen {
  readonly notification: InboxRecord;
  readonly thread: ThreadHead | undefined;
}
/** What a user sees of a notification; undefined if nothing. */
type Sight = (notification: InboxRecord, threads: Threads) => Promise<Seen | undefined>;

const nameOf = (room: string | undefined, thread: string) => JSON.stringify([room, thread]);

class RecordedInbox implements Inbox {
  readonly #options: InboxOptions;
  readonly #now: () => number;
  readonly #limits: Pick<Limits, "activityData" | "changeOverlapMs" | "threadsAnswer">;
  readonly #mutex = new KeyedMutex();

  constructor(options: InboxOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#limits = options.limits ?? platformLimits;
  }

  async page(owner: InboxOwner, search: InboxSearch): Promise<InboxPage> {
    const { seen, nextCursor } = await this.#read(owner, search);
    return { notifications: seen.map(({ notification }) => notification), nextCursor };
  }

  async contents(owner: InboxOwner, search: InboxSearch) {
    const requestedAt = this.#requestedAt();
    const { seen, nextCursor } = await this.#read(owner, search, this.#limits.threadsAnswer);
    return { ...(await this.#complete(owner, seen)), nextCursor, requestedAt };
  }

  async changes(owner: InboxOwner, since: number, query = "") {
    const { records, threads } = this.#options;
    const requestedAt = this.#requestedAt();
    const filter = filterOf(owner, query);
    const changed = filter === undefined ? [] : await records.changedSince(owner, filter, since, inboxChanges);
    const seen = await this.#seen(owner, changed, this.#sightOf(owner));
    const tombstones = () => threads.deletedOfUserSince(owner, owner.userId, since);
    return {
      ...(await this.#complete(owner, this.#fitting(seen, this.#limits.threadsAnswer))),
      deleted: deletionsByKind(tombstones, this.#readsOf(owner)),
      requestedAt,
    };
  }

  async countUnread(owner: InboxOwner, query = ""): Promise<number> {
    const filter = filterOf(owner, query);
    if (filter === undefined || filter.unread === false) return 0;
    const enter = this.#roomsOf(owner);
    let unread = 0;
    for (const { kind, room, count } of await this.#options.records.countUnread(owner, filter)) {
      const access = room === undefined ? undefined : await enter(room);
      const hidden = room !== undefined && owner.credential?.kind === "id" && !mayRead(kind, access);
      if (!hidden) unread += count;
    }
    return unread;
  }

  async find(inbox: InboxName, id: string): Promise<InboxRecord> {
    const notification = await this.#options.records.find(inbox, id);
    if (notification === undefined) throw unknown();
    return notification;
  }

  async markRead(owner: InboxOwner, ids: readonly string[] | "all", room?: RoomId): Promise<void> {
    const { organizationId } = owner;
    await this.#options.records.markRead(owner, { organizationId, room, ...(ids !== "all" && { ids }) }, this.#now());
  }

  async markOneRead(project: ProjectId, id: string): Promise<void> {
    const { records } = this.#options;
    const now = this.#now();
    const userId = await records.ownerOf(project, id);
    if (userId === undefined) throw unknown();
    await records.markRead({ project, userId }, { ids: [id] }, now);
  }

  async delete({ organizationId, ...inbox }: Parameters<Inbox["delete"]>[0], id: string): Promise<boolean> {
    const which = { ids: [id], ...(organizationId !== undefined && { organizationId }) };
    return (await this.#options.records.delete(inbox, which, this.#now())) > 0;
  }

  async deleteAll(owner: InboxOwner): Promise<void> {
    await this.#options.records.delete(owner, { organizationId: owner.organizationId }, this.#now());
  }

  async trigger(project: ProjectId, draft: CustomNotificationDraft): Promise<void> {
    const { records, settings, quotas } = this.#options;
    const { userId, kind, subjectId, roomId: room } = draft;
    const data = Object.fromEntries(draft.activityData);
    if (Buffer.byteLength(JSON.stringify(data)) > this.#limits.activityData)
      throw invalid(["activityData"], `must be at most ${this.#limits.activityData} bytes of JSON.`);
    const organizationId = await this.#organizationOf(project, draft);
    await quotas?.admitNotification(project);
    const { customKinds, delayMs } = await settings.ofProject(project);
    const batched = customKinds.some((known) => known.kind === kind && known.batched);
    // Activities of one notification are written in turn, so that each is later than those before.
    await this.#mutex.run(JSON.stringify([project, userId, kind, subjectId]), () =>
      retryOnConflict(async () => {
        const createdAt = this.#now();
        const dueAt = createdAt + delayMs;
        const notification: NewCustomNotification = {
          project,
          userId,
          id: newNotificationId(),
          organizationId,
          kind,
          room,
          subjectId,
          activity: { id: newNotificationId().replace("in_", "ac_"), createdAt, data },
          dueAt,
        };
        const effects = { jobs: [notificationJob(dueAt, createdAt)] };
        const outcome = batched
          ? await records.addActivity(notification, activitiesPerNotification, effects)
          : (await records.insertCustom(notification, effects))
            ? "written"
            : "missing";
        if (outcome === "missing") throw new WeftError("ROOM_NOT_FOUND");
        return outcome === "written" ? undefined : conflict;
      }),
    );
  }

  async #organizationOf(project: ProjectId, { roomId, organizationId }: CustomNotificationDraft): Promise<string> {
    if (roomId === undefined) return organizationId ?? defaultOrganization;
    const room = await this.#options.rooms.find(project, roomId);
    if (room === undefined) throw new WeftError("ROOM_NOT_FOUND");
    if (organizationId !== undefined && organizationId !== room.organizationId)
      throw invalid(["organizationId"], "must be the organization of the room.");
    return room.organizationId;
  }

  /** Writes that are under way are dated a little before they can be read. */
  #requestedAt(): number {
    return this.#now() - this.#limits.changeOverlapMs;
  }

  /** A page of what the owner may see, whose threads hold about so many bytes at most. */
  async #read(owner: InboxOwner, { limit, cursor, query = "" }: InboxSearch, bytes = Number.MAX_SAFE_INTEGER) {
    const { records, cursors } = this.#options;
    const scope = { project: owner.project, list: `inbox of ${JSON.stringify([owner.organizationId, owner.userId])}` };
    let after: Place | undefined;
    if (cursor !== undefined) {
      const [notifiedAt, id] = cursors.decode(scope, cursor);
      after = { notifiedAt: Number(notifiedAt), id: String(id) };
    }
    const filter = filterOf(owner, query);
    const found: Seen[] = [];
    const sight = this.#sightOf(owner);
    let more = filter !== undefined;
    for (let reads = 0; more && found.length <= limit && reads < readsPerPage; reads++) {
      const some = await records.list(owner, filter!, { limit: limit + 1, after });
      more = some.length > limit;
      after = some.at(-1) ?? after;
      found.push(...(await this.#seen(owner, some, sight)));
    }
    const seen = this.#fitting(found.slice(0, limit), bytes);
    // The next page begins after the last one shown or, where too many in a row were left out, after those.
    const last = found.length > seen.length ? seen.at(-1)?.notification : more ? after : undefined;
    return { seen, nextCursor: last === undefined ? null : cursors.encode(scope, [last.notifiedAt, last.id]) };
  }

  /** The first of these, whose threads hold about so many bytes at most, but at least one. */
  #fitting(seen: readonly Seen[], bytes: number): readonly Seen[] {
    let sum = 0;
    const end = seen.findIndex(({ thread }, at) => (sum += thread?.bytes ?? 0) > bytes && at > 0);
    return end === -1 ? seen : seen.slice(0, end);
  }

  async #seen(owner: InboxOwner, notifications: readonly InboxRecord[], sight: Sight): Promise<readonly Seen[]> {
    const threads = await this.#threadsOf(owner, notifications);
    const seen: Seen[] = [];
    for (const notification of notifications) {
      const one = await sight(notification, threads);
      if (one !== undefined) seen.push(one);
    }
    return seen;
  }

  async #threadsOf({ project, credential }: InboxOwner, notifications: readonly InboxRecord[]): Promise<Threads> {
    // Back ends get notifications alone.
    if (credential === undefined) return new Map();
    const named = notifications.flatMap(({ kind, room, subjectId }) =>
      kind === "thread" && room !== undefined ? [{ room: { project, room }, id: subjectId }] : [],
    );
    const threads: ThreadHead[] = [];
    for (let at = 0; at < named.length; at += threadsPerRead)
      threads.push(...(await this.#options.threads.heads(named.slice(at, at + threadsPerRead))));
    return new Map(threads.map((thread) => [nameOf(thread.room, thread.id), thread]));
  }

  /** What the owner sees of a notification; undefined if nothing. */
  #sightOf(owner: InboxOwner): Sight {
    const enter = this.#roomsOf(owner);
    const mayReadThread = this.#readsOf(owner, enter);
    return async (notification, threads) => {
      const { kind, room, subjectId } = notification;
      const alone = { notification, thread: undefined };
      if (owner.credential === undefined || room === undefined) return alone;
      const isOpen = (await enter(room)) !== undefined;
      if (kind !== "thread") return isOpen || owner.credential.kind === "access" ? alone : undefined;
      const thread = threads.get(nameOf(room, subjectId));
      if (thread === undefined) return undefined;
      if (!isOpen) return owner.credential.kind === "access" ? alone : undefined;
      return (await mayReadThread(thread)) ? { notification, thread } : undefined;
    };
  }

  /** Whether the owner reads threads of a visibility in a room. */
  #readsOf(owner: InboxOwner, enter = this.#roomsOf(owner)): MayRead {
    return async ({ room, visibility }) => {
      if (owner.credential === undefined) return true;
      const access = room === undefined ? undefined : await enter(room);
      if (access === undefined) return false;
      const { commentsPublic, commentsPrivate } = access.matrix;
      return (visibility === "public" ? commentsPublic : commentsPrivate) !== "none";
    };
  }

  /** What the owner's credential gives in rooms, each looked up once. */
  #roomsOf({ project, credential }: InboxOwner) {
    const { rooms } = this.#options;
    const known = new Map<string, Promise<RoomAccess | undefined>>();
    return (id: string): Promise<RoomAccess | undefined> => {
      const found =
        known.get(id) ??
        rooms.find(project, id).then((room) => (room && credential ? rooms.reenter(room, credential) : undefined));
      known.set(id, found);
      return found;
    };
  }

  async #complete(owner: InboxOwner, seen: readonly Seen[]): Promise<Omit<InboxContents, "requestedAt">> {
    const { threads: records, groups } = this.#options;
    const { project, organizationId, userId } = owner;
    const notifications = seen.map(({ notification }) => notification);
    const threads = seen.flatMap(({ thread }) => thread ?? []);
    const mentioned = new Set<string>();
    const note = (mention: Mention) => {
      if (mention.kind === "group" && mention.userIds === undefined) mentioned.add(mention.id);
    };
    for (const { mention } of notifications) if (mention !== undefined) note(mention);
    async function* parts() {
      for await (const part of records.contents(owner, threads)) {
        for (const { body } of part.comments) if (body !== undefined) mentionsIn(body).forEach(note);
        yield part;
      }
    }
    return {
      notifications,
      threads: parts(),
      subscriptions: await records.subscriptionsOfUser({ project }, userId, threads),
      groups: async () => (mentioned.size === 0 ? [] : groups(project, organizationId, [...mentioned])),
    };
  }
}

/** Undefined when nothing meets the query. */
function filterOf({ organizationId }: InboxOwner, query: string): InboxFilter | undefined {
  const conditions = readInboxQuery(query);
  return conditions && { organizationId, ...conditions };
}

/** Whether notifications of a kind are shown to a user who has this access to their room. */
function mayRead(kind: string, access: RoomAccess | undefined): boolean {
  if (access === undefined) return false;
  const { commentsPublic, commentsPrivate } = access.matrix;
  return kind !== "thread" || commentsPublic !== "none" || commentsPrivate !== "none";
}

function unknown(): WeftError {
  return new WeftError("RESOURCE_NOT_FOUND", { message: "Inbox notification not found." });
}
