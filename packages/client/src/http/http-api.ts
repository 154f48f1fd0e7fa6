/** The calls of `/v2/c`, one function each, as the wire specification has them. All reject with `ClientError`. */
import type { Level } from "@weft/protocol/types";
import type { AccessResource } from "../connection/access.ts";
import { queryOf } from "../comments/filter.ts";
import type {
  NotificationChannels,
  ChannelSettingsPatch,
  ClientComment,
  ClientCommentBody,
  ClientNotification,
  ClientSubscription,
  ClientThread,
  CommentsDelta,
  CommentsPage,
  ContextualPromptToSend,
  FoundComment,
  GroupWithMembers,
  MentionTarget,
  NotificationDeletion,
  NotificationsFilter,
  PageMetadata,
  RoomScopes,
  SearchFilter,
  SubscriptionDeletion,
  SubscriptionsOfRoom,
  ThreadDeletion,
  ThreadOfUser,
  ThreadsFilter,
  UserReactionData,
  VersionOfRoom,
  VersionsSlice,
  VisibilityOfThread,
} from "../comments/types.ts";
import { ClientError } from "../error.ts";
import type { HttpCall, HttpTransport } from "./transport.ts";
import { path } from "./transport.ts";
import {
  readChannelSettings,
  readComment,
  readGroup,
  readNotification,
  readNotificationDeletion,
  readReaction,
  readSubscription,
  readSubscriptionDeletion,
  readThread,
  readThreadDeletion,
  readVersion,
} from "./wire.ts";
import type { WireOf } from "./wire.ts";

/** Metadata of threads and comments, or a change of it. */
export type AnyMetadata = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface CommentDraftToSend {
  readonly id: string;
  readonly body: ClientCommentBody;
  readonly metadata?: AnyMetadata | undefined;
  readonly attachmentIds?: readonly string[] | undefined;
}

export interface ThreadDraftToSend {
  readonly id: string;
  readonly visibility?: VisibilityOfThread | undefined;
  readonly comment: CommentDraftToSend;
  readonly metadata?: AnyMetadata | undefined;
}

/** A thread, as calls name it. With its visibility, a token that is good for that alone will do. */
export interface ThreadAddress {
  readonly roomId: string;
  readonly threadId: string;
  readonly visibility?: VisibilityOfThread | undefined;
}

export interface CommentAddress extends ThreadAddress {
  readonly commentId: string;
}

type Signal = AbortSignal | undefined;

interface WireSlice {
  readonly data?: readonly WireOf<ClientThread>[];
  readonly threads?: readonly WireOf<ClientThread>[];
  readonly inboxNotifications: readonly WireOf<ClientNotification>[];
  readonly subscriptions: readonly WireOf<ClientSubscription>[];
  readonly deletedThreads?: readonly WireOf<ThreadDeletion>[];
  readonly deletedInboxNotifications?: readonly WireOf<NotificationDeletion>[];
  readonly deletedSubscriptions?: readonly WireOf<SubscriptionDeletion>[];
  readonly groups?: readonly WireOf<GroupWithMembers>[];
  readonly meta: {
    readonly requestedAt: string;
    readonly nextCursor?: string | null;
    readonly permissionHints?: RoomScopes;
  };
}

interface WireVersions {
  readonly versions: readonly WireOf<VersionOfRoom>[];
  readonly meta: { readonly requestedAt: string };
}

/** As long as official clients have it. */
const pageSize = 50;

export class HttpApi {
  readonly transport: HttpTransport;
  /** The time of day in milliseconds. */
  readonly #now: () => number;

  constructor(transport: HttpTransport, now: () => number) {
    this.transport = transport;
    this.#now = now;
  }

  // ---- threads

  async getThreads(
    room: string,
    { cursor, query, signal }: { readonly cursor?: string; readonly query?: ThreadsFilter; readonly signal?: Signal },
  ): Promise<CommentsPage> {
    const resource = query?.visibility === undefined ? "comments" : (`comments:${query.visibility}` as const);
    try {
      return readPage(
        await this.#get(path`/v2/c/rooms/${room}/threads`, {
          query: { limit: pageSize, cursor, query: queryOf(query) },
          ...needs(room, resource, "read"),
          signal,
        }),
      );
    } catch (error) {
      // The room is not there yet.
      if (error instanceof ClientError && error.status === 404) return emptyPage(new Date(this.#now() - sixHoursMs));
      throw error;
    }
  }

  async getThreadsSince(room: string, since: Date, signal?: Signal): Promise<CommentsDelta> {
    return readDelta(
      await this.#get(path`/v2/c/rooms/${room}/threads/delta`, {
        query: { since: since.toISOString() },
        ...needs(room, "comments", "read"),
        signal,
      }),
    );
  }

  /** Resolves with nothing for a thread that does not exist, or that the user may not read. */
  async getThread({ roomId, threadId }: ThreadAddress, signal?: Signal): Promise<ThreadOfUser> {
    try {
      const { thread, inboxNotification, subscription } = await this.#get<{
        readonly [K in keyof ThreadOfUser]: WireOf<NonNullable<ThreadOfUser[K]>> | null;
      }>(path`/v2/c/rooms/${roomId}/thread-with-notification/${threadId}`, {
        ...needs(roomId, "comments", "read"),
        signal,
      });
      return {
        ...(thread ? { thread: readThread(thread) } : {}),
        ...(inboxNotification ? { inboxNotification: readNotification(inboxNotification) } : {}),
        ...(subscription ? { subscription: readSubscription(subscription) } : {}),
      };
    } catch (error) {
      if (error instanceof ClientError && error.status === 404) return {};
      throw error;
    }
  }

  async createThread(room: string, thread: ThreadDraftToSend): Promise<ClientThread> {
    const resource = `comments:${thread.visibility ?? "public"}` as const;
    return readThread(await this.#post(path`/v2/c/rooms/${room}/threads`, thread, needs(room, resource, "write")));
  }

  async deleteThread(thread: ThreadAddress): Promise<void> {
    await this.#delete(threadPath(thread), writes(thread));
  }

  /** Resolves with all of the metadata. */
  editThreadMetadata(thread: ThreadAddress, patch: AnyMetadata): Promise<AnyMetadata> {
    return this.#post(`${threadPath(thread)}/metadata`, patch, writes(thread));
  }

  async markThreadAsResolved(thread: ThreadAddress): Promise<void> {
    await this.#post(`${threadPath(thread)}/mark-as-resolved`, undefined, writes(thread));
  }

  async markThreadAsUnresolved(thread: ThreadAddress): Promise<void> {
    await this.#post(`${threadPath(thread)}/mark-as-unresolved`, undefined, writes(thread));
  }

  async subscribeToThread(thread: ThreadAddress): Promise<ClientSubscription> {
    const reads = needs(thread.roomId, "comments", "read");
    return readSubscription(await this.#post(`${threadPath(thread)}/subscribe`, undefined, reads));
  }

  async unsubscribeFromThread(thread: ThreadAddress): Promise<void> {
    await this.#post(`${threadPath(thread)}/unsubscribe`, undefined, needs(thread.roomId, "comments", "read"));
  }

  // ---- comments

  async createComment(thread: ThreadAddress, comment: CommentDraftToSend): Promise<ClientComment> {
    return readComment(await this.#post(`${threadPath(thread)}/comments`, comment, writes(thread)));
  }

  async editComment(comment: CommentAddress, edit: Omit<CommentDraftToSend, "id">): Promise<ClientComment> {
    return readComment(await this.#post(commentPath(comment), edit, writes(comment)));
  }

  async deleteComment(comment: CommentAddress): Promise<void> {
    await this.#delete(commentPath(comment), writes(comment));
  }

  /** Resolves with all of the metadata. */
  editCommentMetadata(comment: CommentAddress, patch: AnyMetadata): Promise<AnyMetadata> {
    return this.#post(`${commentPath(comment)}/metadata`, patch, writes(comment));
  }

  async addReaction(comment: CommentAddress, emoji: string): Promise<UserReactionData> {
    return readReaction(await this.#post(`${commentPath(comment)}/reactions`, { emoji }, writes(comment)));
  }

  async removeReaction(comment: CommentAddress, emoji: string): Promise<void> {
    await this.#delete(`${commentPath(comment)}${path`/reactions/${emoji}`}`, writes(comment));
  }

  async searchComments(
    room: string,
    { text, query, signal }: { readonly text: string; readonly query?: SearchFilter; readonly signal?: Signal },
  ): Promise<readonly FoundComment[]> {
    const { data } = await this.#get<{ readonly data: readonly FoundComment[] }>(
      path`/v2/c/rooms/${room}/threads/comments/search`,
      { query: { text, query: queryOf(query) }, ...needs(room, "comments", "read"), signal },
    );
    return data;
  }

  // ---- threads of all rooms

  async getUserThreads({
    cursor,
    query,
    signal,
  }: {
    readonly cursor?: string;
    readonly query?: ThreadsFilter;
    readonly signal?: Signal;
  }): Promise<CommentsPage> {
    const filter = { limit: pageSize, cursor, query: queryOf(query) };
    return readPage(await this.#get("/v2/c/threads", { query: filter, signal }));
  }

  async getUserThreadsSince(since: Date, signal?: Signal): Promise<CommentsDelta> {
    return readDelta(await this.#get("/v2/c/threads/delta", { query: { since: since.toISOString() }, signal }));
  }

  // ---- inbox

  async getInboxNotifications({
    cursor,
    query,
    signal,
  }: {
    readonly cursor?: string;
    readonly query?: NotificationsFilter;
    readonly signal?: Signal;
  }): Promise<CommentsPage & { readonly groups: readonly GroupWithMembers[] }> {
    const filter = { limit: pageSize, cursor, query: queryOf(query) };
    const slice = await this.#get<WireSlice>("/v2/c/inbox-notifications", { query: filter, signal });
    return { ...readPage(slice), groups: (slice.groups ?? []).map(readGroup) };
  }

  async getInboxNotificationsSince(since: Date, query?: NotificationsFilter, signal?: Signal): Promise<CommentsDelta> {
    const filter = { since: since.toISOString(), query: query === undefined ? undefined : queryOf(query) };
    return readDelta(await this.#get("/v2/c/inbox-notifications/delta", { query: filter, signal }));
  }

  async getUnreadCount(query?: NotificationsFilter, signal?: Signal): Promise<number> {
    const filter = { query: queryOf(query) };
    const { count } = await this.#get<{ readonly count: number }>("/v2/c/inbox-notifications/count", {
      query: filter,
      signal,
    });
    return count;
  }

  async markAsRead(ids: readonly string[] | "all"): Promise<void> {
    await this.#post("/v2/c/inbox-notifications/read", { inboxNotificationIds: ids });
  }

  async markAsReadInRoom(room: string, ids: readonly string[]): Promise<void> {
    const body = { inboxNotificationIds: ids };
    await this.#post(path`/v2/c/rooms/${room}/inbox-notifications/read`, body, needs(room, "comments", "read"));
  }

  async deleteNotification(id: string): Promise<void> {
    await this.#delete(path`/v2/c/inbox-notifications/${id}`);
  }

  async deleteAllNotifications(): Promise<void> {
    await this.#delete("/v2/c/inbox-notifications");
  }

  // ---- settings

  getSubscriptionSettings(room: string, signal?: Signal): Promise<SubscriptionsOfRoom> {
    return this.#get(path`/v2/c/rooms/${room}/subscription-settings`, { ...needs(room, "comments", "read"), signal });
  }

  updateSubscriptionSettings(room: string, patch: Partial<SubscriptionsOfRoom>): Promise<SubscriptionsOfRoom> {
    return this.#post(path`/v2/c/rooms/${room}/subscription-settings`, patch, needs(room, "comments", "read"));
  }

  async getNotificationSettings(signal?: Signal): Promise<NotificationChannels> {
    return readChannelSettings(await this.#get("/v2/c/notification-settings", { signal }));
  }

  async updateNotificationSettings(patch: ChannelSettingsPatch): Promise<NotificationChannels> {
    return readChannelSettings(await this.#post("/v2/c/notification-settings", patch));
  }

  // ---- texts

  async createTextMention(room: string, mentionId: string, mention: MentionTarget): Promise<void> {
    const { userIds } = mention;
    const target =
      mention.kind === "user"
        ? { userId: mention.id }
        : { groupId: mention.id, ...(userIds === undefined ? {} : { userIds }) };
    const body = { ...target, mentionId };
    await this.#post(path`/v2/c/rooms/${room}/text-mentions`, body, needs(room, "storage", "write"));
  }

  async deleteTextMention(room: string, mentionId: string): Promise<void> {
    await this.#delete(path`/v2/c/rooms/${room}/text-mentions/${mentionId}`, needs(room, "storage", "write"));
  }

  /** Says which editor a room has, and under which key its text is. */
  async reportTextEditor(room: string, type: "lexical" | "tiptap" | "blocknote", rootKey: string): Promise<void> {
    await this.#post(path`/v2/c/rooms/${room}/text-metadata`, { type, rootKey }, needs(room, "storage", "read"));
  }

  /**
   * What the server's copilot proposes for a text, as it answered (client-api 8.5).
   *
   * @throws ClientError with the server's status; without one if the answer holds no text.
   */
  async executeContextualPrompt(
    room: string,
    { signal, ...prompt }: ContextualPromptToSend & { readonly signal?: Signal },
  ): Promise<string> {
    const { content } = await this.#post<{ readonly content?: readonly { readonly text?: string }[] }>(
      path`/v2/c/rooms/${room}/ai/contextual-prompt`,
      prompt,
      { ...needs(room, "storage", "read"), signal },
    );
    const text = content?.[0]?.text;
    if (typeof text === "string") return text;
    throw new ClientError("The answer to the prompt is empty.", { type: "REQUEST_ERROR", roomId: room });
  }

  // ---- versions

  async getVersions(room: string, signal?: Signal): Promise<VersionsSlice> {
    return readVersions(
      await this.#get(path`/v2/c/rooms/${room}/versions`, { ...needs(room, "storage", "read"), signal }),
    );
  }

  async getVersionsSince(room: string, since: Date, signal?: Signal): Promise<VersionsSlice> {
    const call = { query: { since: since.toISOString() }, ...needs(room, "storage", "read"), signal };
    return readVersions(await this.#get(path`/v2/c/rooms/${room}/versions/delta`, call));
  }

  async createVersion(room: string): Promise<void> {
    await this.#post(path`/v2/c/rooms/${room}/versions`, undefined, needs(room, "storage", "write"));
  }

  async deleteVersion(room: string, versionId: string): Promise<void> {
    await this.#delete(path`/v2/c/rooms/${room}/versions/${versionId}`, needs(room, "storage", "write"));
  }

  /** Lines of JSON: a node of Storage in each, as `[id, node]`. */
  async getVersionStorage(room: string, versionId: string, signal?: Signal): Promise<string> {
    const name = path`/v2/c/rooms/${room}/versions/${versionId}/storage`;
    const call = { method: "GET", path: name, ...needs(room, "storage", "read"), signal } as const;
    return (await this.transport.send(call)).text();
  }

  /** The document as one Yjs update, in the encoding V1. */
  async getVersionDocument(room: string, versionId: string, signal?: Signal): Promise<Uint8Array> {
    const name = path`/v2/c/rooms/${room}/versions/${versionId}/yjs`;
    const call = { method: "GET", path: name, ...needs(room, "storage", "read"), signal } as const;
    return new Uint8Array(await (await this.transport.send(call)).arrayBuffer());
  }

  // ---- files

  /** URLs in the order of the ids; null where there is no such attachment. */
  async getAttachmentUrls(room: string, ids: readonly string[]): Promise<readonly (string | null)[]> {
    const { urls } = await this.#post<{ readonly urls: readonly (string | null)[] }>(
      path`/v2/c/rooms/${room}/attachments/presigned-urls`,
      { attachmentIds: ids },
      needs(room, "comments", "read"),
    );
    return urls;
  }

  /** The same for files of Storage; false where the file is not in Storage, or not yet. */
  async getFileUrls(
    room: string,
    ids: readonly string[],
  ): Promise<{ readonly urls: readonly (string | false | null)[]; readonly expiresAt: Date }> {
    const { urls, expiresAt } = await this.#post<{
      readonly urls: readonly (string | false | null)[];
      readonly expiresAt: string;
    }>(path`/v2/c/rooms/${room}/storage/files/presigned-urls`, { fileIds: ids }, needs(room, "storage", "read"));
    return { urls, expiresAt: new Date(expiresAt) };
  }

  // ---- the rest

  async findGroups(ids: readonly string[]): Promise<readonly GroupWithMembers[]> {
    const { groups } = await this.#post<{ readonly groups: readonly WireOf<GroupWithMembers>[] }>("/v2/c/groups/find", {
      groupIds: ids,
    });
    return groups.map(readGroup);
  }

  async getUrlMetadata(url: string, signal?: Signal): Promise<PageMetadata> {
    const { metadata } = await this.#get<{ readonly metadata: PageMetadata }>("/v2/c/urls/metadata", {
      query: { url },
      signal,
    });
    return metadata;
  }

  #get<T>(name: string, call: Omit<HttpCall, "method" | "path" | "body">): Promise<T> {
    return this.transport.json({ method: "GET", path: name, ...call });
  }

  #post<T>(name: string, body?: object, call: Pick<HttpCall, "needs" | "signal"> = {}): Promise<T> {
    return this.transport.json({ method: "POST", path: name, body, ...call });
  }

  #delete(name: string, call: Pick<HttpCall, "needs"> = {}): Promise<unknown> {
    return this.transport.json({ method: "DELETE", path: name, ...call });
  }
}

const sixHoursMs = 6 * 60 * 60 * 1_000;

const needs = (room: string, resource: AccessResource, level: Level) => ({ needs: { room, resource, level } });
const writes = ({ roomId, visibility }: ThreadAddress) =>
  needs(roomId, visibility === undefined ? "comments" : `comments:${visibility}`, "write");
const threadPath = ({ roomId, threadId }: ThreadAddress) => path`/v2/c/rooms/${roomId}/threads/${threadId}`;
const commentPath = (name: CommentAddress) => `${threadPath(name)}${path`/comments/${name.commentId}`}`;

function readPage({ data, threads, inboxNotifications, subscriptions, meta }: WireSlice): CommentsPage {
  return {
    threads: (data ?? threads ?? []).map(readThread),
    inboxNotifications: inboxNotifications.map(readNotification),
    subscriptions: subscriptions.map(readSubscription),
    requestedAt: new Date(meta.requestedAt),
    nextCursor: meta.nextCursor ?? null,
    permissionHints: meta.permissionHints ?? {},
  };
}

function emptyPage(requestedAt: Date): CommentsPage {
  return {
    threads: [],
    inboxNotifications: [],
    subscriptions: [],
    requestedAt,
    nextCursor: null,
    permissionHints: {},
  };
}

function readDelta(slice: WireSlice): CommentsDelta {
  const { threads, inboxNotifications, subscriptions, requestedAt, permissionHints } = readPage(slice);
  return {
    threads: { updated: threads, deleted: (slice.deletedThreads ?? []).map(readThreadDeletion) },
    inboxNotifications: {
      updated: inboxNotifications,
      deleted: (slice.deletedInboxNotifications ?? []).map(readNotificationDeletion),
    },
    subscriptions: {
      updated: subscriptions,
      deleted: (slice.deletedSubscriptions ?? []).map(readSubscriptionDeletion),
    },
    requestedAt,
    permissionHints,
  };
}

function readVersions({ versions, meta }: WireVersions): VersionsSlice {
  return { versions: versions.map(readVersion), requestedAt: new Date(meta.requestedAt) };
}
