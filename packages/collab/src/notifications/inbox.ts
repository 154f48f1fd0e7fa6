/**
 * Inboxes of users: lists, changes since an instant, what is read and deleted, and notifications of a project's own.
 *
 *   list ─► notifications by index ─► their threads ─► what the credential may see ─► a page, with threads and groups
 *
 * With an ID token a user sees notifications of rooms that they may read; an access token shows all, except threads that it
 * names a room for and keeps from them. What is left out is found first, so a page may take several reads.
 */
import { defaultOrganization, limits as platformLimits, mentionsIn, WeftError } from "@weft/protocol";
import type { Limits, ProjectId, RoomId } from "@weft/protocol";
import type { TokenClaims } from "../access/tokens.ts";
import type { Cursors } from "../cursor.ts";
import type { GroupRecord } from "../groups/group-records.ts";
import { invalid } from "../invalid.ts";
import { KeyedMutex } from "../keyed-mutex.ts";
import type { PlanQuotas } from "../plan-quotas.ts";
import { readInboxQuery } from "../query/inbox-query.ts";
import type { RoomAccess, Rooms } from "../rooms/rooms.ts";
import { readableTombstones } from "../threads/readable-tombstones.ts";
import type { MayRead } from "../threads/readable-tombstones.ts";
import type { SubscriptionRecord, ThreadRecord, ThreadRecords } from "../threads/thread-records.ts";
import type {
  InboxFilter,
  InboxName,
  InboxRecord,
  InboxRecords,
  NewCustomNotification,
  Tombstone,
} from "./inbox-records.ts";
import { notificationJob } from "./notification-job.ts";
import type { NotificationSettings } from "./notification-settings.ts";
import { newNotificationId } from "./text-mentions.ts";

/** A user's inbox in one organization. */
export interface InboxOwner extends InboxName {
  readonly organizationId: string;
  /** With which the user asks; a back end asks without one, and sees everything. */
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
  /** Every thread of which one of them tells. */
  readonly threads: readonly ThreadRecord[];
  /** Those that the user has to these threads. */
  readonly subscriptions: readonly SubscriptionRecord[];
  /** Groups that threads and notifications mention without a list of users. */
  readonly groups: readonly GroupRecord[];
  /** Asking for changes since then misses none. */
  readonly requestedAt: number;
}

/** What a back end notifies a user of. */
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
  ): Promise<InboxContents & { readonly deleted: readonly Tombstone[] }>;
  /** INVALID_QUERY. */
  countUnread(owner: InboxOwner, query?: string): Promise<number>;
  /** Of any organization. RESOURCE_NOT_FOUND. */
  find(inbox: InboxName, id: string): Promise<InboxRecord>;

  /** Other ids than those of the inbox, and of the room if there is one, are ignored. */
  markRead(owner: InboxOwner, ids: readonly string[] | "all", room?: RoomId): Promise<void>;
  /** Whoever's it is. RESOURCE_NOT_FOUND. */
  markOneRead(project: ProjectId, id: string): Promise<void>;
  /** False when there is none. */
  delete(inbox: InboxName, id: string): Promise<boolean>;
  deleteAll(owner: InboxOwner): Promise<void>;

  /** ROOM_NOT_FOUND; UNPROCESSABLE_ENTITY for data over a limit, or a room of another organization; PLAN_LIMIT_REACHED. */
  trigger(project: ProjectId, draft: CustomNotificationDraft): Promise<void>;
}

export interface InboxOptions {
  readonly records: InboxRecords;
  readonly threads: Pick<ThreadRecords, "findMany" | "subscriptionsOfUser" | "deletedOfUserSince">;
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
  readonly limits?: Pick<Limits, "activityData" | "changeOverlapMs">;
}

export function createInbox(options: InboxOptions): Inbox {
  return new RecordedInbox(options);
}

/** Reads that one page may take. */
const readsPerPage = 20;
/** Another node would have to win this often in a row. */
const attempts = 8;
const { activitiesPerNotification, inboxChanges } = platformLimits;

type Place = Pick<InboxRecord, "notifiedAt" | "id">;
type Threads = ReadonlyMap<string, ThreadRecord>;

const nameOf = (room: string | undefined, thread: string) => JSON.stringify([room, thread]);

class RecordedInbox implements Inbox {
  readonly #options: InboxOptions;
  readonly #now: () => number;
  readonly #limits: Pick<Limits, "activityData" | "changeOverlapMs">;
  readonly #mutex = new KeyedMutex();

  constructor(options: InboxOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#limits = options.limits ?? platformLimits;
  }

  async page(owner: InboxOwner, search: InboxSearch): Promise<InboxPage> {
    const { notifications, nextCursor } = await this.#read(owner, search);
    return { notifications, nextCursor };
  }

  async contents(owner: InboxOwner, search: InboxSearch) {
    const requestedAt = this.#requestedAt();
    const { notifications, nextCursor, threads } = await this.#read(owner, search);
    return { ...(await this.#complete(owner, notifications, threads)), nextCursor, requestedAt };
  }

  async changes(owner: InboxOwner, since: number, query = "") {
    const { records, threads } = this.#options;
    const requestedAt = this.#requestedAt();
    const filter = filterOf(owner, query);
    const [changed, deleted] = await Promise.all([
      filter === undefined ? [] : records.changedSince(owner, filter, since, inboxChanges),
      threads.deletedOfUserSince(owner, owner.userId, since),
    ]);
    const ofThem = await this.#threadsOf(owner, changed);
    const sees = this.#sightOf(owner);
    const notifications: InboxRecord[] = [];
    for (const one of changed) if (await sees(one, ofThem)) notifications.push(one);
    return {
      ...(await this.#complete(owner, notifications, ofThem)),
      deleted: await readableTombstones(deleted, this.#readsOf(owner)),
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

  async delete(inbox: InboxName, id: string): Promise<boolean> {
    return (await this.#options.records.delete(inbox, { ids: [id] }, this.#now())) > 0;
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
    // Activities of one notification take turns, so that each is later than those before.
    await this.#mutex.run(JSON.stringify([project, userId, kind, subjectId]), async () => {
      for (let attempt = 0; attempt < attempts; attempt++) {
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
        if (outcome === "written") return;
      }
      throw new WeftError("SERVICE_UNAVAILABLE");
    });
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

  /** A page of what the owner may see, with its threads. */
  async #read(owner: InboxOwner, { limit, cursor, query = "" }: InboxSearch) {
    const { records, cursors } = this.#options;
    const scope = { project: owner.project, list: `inbox of ${JSON.stringify([owner.organizationId, owner.userId])}` };
    let after: Place | undefined;
    if (cursor !== undefined) {
      const [notifiedAt, id] = cursors.decode(scope, cursor);
      after = { notifiedAt: Number(notifiedAt), id: String(id) };
    }
    const filter = filterOf(owner, query);
    const seen: InboxRecord[] = [];
    const threads = new Map<string, ThreadRecord>();
    const sees = this.#sightOf(owner);
    let more = filter !== undefined;
    for (let reads = 0; more && seen.length <= limit && reads < readsPerPage; reads++) {
      const found = await records.list(owner, filter!, { limit: limit + 1, after });
      more = found.length > limit;
      after = found.at(-1) ?? after;
      const ofThem = await this.#threadsOf(owner, found);
      for (const [name, thread] of ofThem) threads.set(name, thread);
      for (const one of found) if (await sees(one, ofThem)) seen.push(one);
    }
    const notifications = seen.slice(0, limit);
    // The next page begins after the last one shown or, where too many in a row were left out, after those.
    const last = seen.length > limit ? notifications.at(-1) : more ? after : undefined;
    return {
      notifications,
      threads,
      nextCursor: last === undefined ? null : cursors.encode(scope, [last.notifiedAt, last.id]),
    };
  }

  async #threadsOf({ project }: InboxName, notifications: readonly InboxRecord[]): Promise<Threads> {
    const named = notifications.flatMap(({ kind, room, subjectId }) =>
      kind === "thread" && room !== undefined ? [{ room: { project, room }, id: subjectId }] : [],
    );
    const threads = named.length === 0 ? [] : await this.#options.threads.findMany(named);
    return new Map(threads.map((thread) => [nameOf(thread.room, thread.id), thread]));
  }

  /** Whether the owner sees a notification. Clients fail on one whose thread is missing. */
  #sightOf(owner: InboxOwner) {
    const enter = this.#roomsOf(owner);
    const mayReadThread = this.#readsOf(owner, enter);
    return async ({ kind, room, subjectId }: InboxRecord, threads: Threads): Promise<boolean> => {
      if (owner.credential === undefined) return true;
      if (kind === "thread") {
        const thread = threads.get(nameOf(room, subjectId));
        return thread !== undefined && mayReadThread(thread);
      }
      return room === undefined || owner.credential.kind === "access" || (await enter(room)) !== undefined;
    };
  }

  /** Whether the owner reads threads of a visibility in a room. */
  #readsOf(owner: InboxOwner, enter = this.#roomsOf(owner)): MayRead {
    return async ({ room, visibility }) => {
      if (owner.credential === undefined) return true;
      const access = room === undefined ? undefined : await enter(room);
      // An access token that does not name the room says nothing of what is in it.
      if (access === undefined) return owner.credential.kind === "access";
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

  async #complete(owner: InboxOwner, notifications: readonly InboxRecord[], known: Threads) {
    const { threads: records } = this.#options;
    const { project, userId } = owner;
    const threads = notifications.flatMap(({ kind, room, subjectId }) => {
      const thread = kind === "thread" ? known.get(nameOf(room, subjectId)) : undefined;
      return thread === undefined ? [] : [thread];
    });
    return {
      notifications,
      threads,
      subscriptions: await records.subscriptionsOfUser({ project }, userId, threads),
      groups: await this.#groupsIn(owner, notifications, threads),
    };
  }

  async #groupsIn(
    { project, organizationId }: InboxOwner,
    notifications: readonly InboxRecord[],
    threads: readonly ThreadRecord[],
  ): Promise<readonly GroupRecord[]> {
    const mentions = [
      ...notifications.flatMap(({ mention }) => (mention === undefined ? [] : [mention])),
      ...threads.flatMap(({ comments }) =>
        comments.flatMap(({ body }) => (body === undefined ? [] : mentionsIn(body))),
      ),
    ];
    const ids = new Set<string>();
    for (const mention of mentions) if (mention.kind === "group" && mention.userIds === undefined) ids.add(mention.id);
    return ids.size === 0 ? [] : this.#options.groups(project, organizationId, [...ids]);
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
