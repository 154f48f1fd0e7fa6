/** Comments, files and versions of one room, as calls: nothing is kept. */
import type { AppCommentMetadata, AppThreadMetadata } from "../app-types.ts";
import { Batcher } from "../batcher.ts";
import type { Timers } from "../connection/reconnecting-socket.ts";
import { ClientError } from "../error.ts";
import type { HttpApi } from "../http/http-api.ts";
import { path } from "../http/transport.ts";
import { nanoid } from "../random-id.ts";
import type { LiveFile, LiveObject } from "../storage/live/structures.ts";
import type { RoomCommentsApi } from "./comments-api.ts";
import type { ClientAttachment, MentionTarget } from "./types.ts";
import type { UploadOptions, UploadTarget } from "./uploads.ts";

type Api = RoomCommentsApi;
/** One call of the room's, with its arguments and its answer. */
type Call<K extends keyof Api> = Api[K];

/** A URL is not used so long before it ends. */
const urlMarginMs = 30_000;
/** A file that was just put into Storage is perhaps not there yet. */
const missingFileWaitsMs = [1_000, 3_000, 10_000] as const;

export interface RoomCommentsOptions {
  readonly roomId: string;
  readonly http: HttpApi;
  readonly timers: Timers;
  /** Milliseconds since 1970. */
  readonly timeOfDay: () => number;
  /** Edits the room's Storage, as one change. */
  readonly edit: (run: (root: LiveObject) => void) => Promise<void>;
}

export class RoomComments implements Omit<Api, "prepareAttachment"> {
  readonly #options: RoomCommentsOptions;
  readonly #attachmentUrls: Batcher<string>;
  readonly #fileUrls: Batcher<{ readonly url: string; readonly until: number }>;
  readonly #reads: Batcher<void>;
  readonly #keptFileUrls = new Map<string, { readonly url: string; readonly until: number }>();

  constructor(options: RoomCommentsOptions) {
    const { roomId, http, timers } = options;
    this.#options = options;
    this.#attachmentUrls = new Batcher<string>({
      timers,
      call: async (ids) =>
        (await http.getAttachmentUrls(roomId, ids)).map(
          (url, at) => url ?? this.#missing(`There is no attachment ${ids[at]}, or you may not read it.`),
        ),
    });
    this.#fileUrls = new Batcher<{ readonly url: string; readonly until: number }>({
      timers,
      call: async (ids) => {
        const { urls, expiresAt } = await http.getFileUrls(roomId, ids);
        const until = expiresAt.getTime() - urlMarginMs;
        return urls.map((url, at) => {
          if (typeof url === "string") return { url, until };
          return this.#missing(
            url === false ? `The file ${ids[at]} is not in the room's Storage.` : `There is no file ${ids[at]}.`,
            url === false ? notInStorage : "RESOURCE_NOT_FOUND",
          );
        });
      },
    });
    this.#reads = new Batcher({
      timers,
      call: (ids) => http.markAsReadInRoom(roomId, ids).then(() => ids.map(() => undefined)),
    });
  }

  // ---- threads

  getThreads: Call<"getThreads"> = (options = {}) => this.#http.getThreads(this.#room, options);

  getThreadsSince: Call<"getThreadsSince"> = ({ since, signal }) =>
    this.#http.getThreadsSince(this.#room, since, signal);

  getThread: Call<"getThread"> = (threadId) => this.#http.getThread(this.#named(threadId));

  createThread: Call<"createThread"> = ({ threadId, commentId, ...thread }) =>
    this.#http.createThread(this.#room, {
      id: threadId ?? `th_${nanoid()}`,
      visibility: thread.visibility,
      metadata: thread.metadata,
      comment: {
        id: commentId ?? `cm_${nanoid()}`,
        body: thread.body,
        metadata: thread.commentMetadata,
        attachmentIds: thread.attachmentIds,
      },
    });

  deleteThread: Call<"deleteThread"> = (threadId) => this.#http.deleteThread(this.#named(threadId));

  editThreadMetadata: Call<"editThreadMetadata"> = async ({ threadId, metadata }) =>
    (await this.#http.editThreadMetadata(this.#named(threadId), metadata)) as AppThreadMetadata;

  markThreadAsResolved: Call<"markThreadAsResolved"> = (threadId) =>
    this.#http.markThreadAsResolved(this.#named(threadId));

  markThreadAsUnresolved: Call<"markThreadAsUnresolved"> = (threadId) =>
    this.#http.markThreadAsUnresolved(this.#named(threadId));

  subscribeToThread: Call<"subscribeToThread"> = (threadId) => this.#http.subscribeToThread(this.#named(threadId));

  unsubscribeFromThread: Call<"unsubscribeFromThread"> = (threadId) =>
    this.#http.unsubscribeFromThread(this.#named(threadId));

  // ---- comments

  createComment: Call<"createComment"> = ({ threadId, commentId, body, metadata, attachmentIds }) =>
    this.#http.createComment(this.#named(threadId), {
      id: commentId ?? `cm_${nanoid()}`,
      body,
      metadata,
      attachmentIds,
    });

  editComment: Call<"editComment"> = ({ threadId, commentId, body, metadata, attachmentIds }) =>
    this.#http.editComment({ ...this.#named(threadId), commentId }, { body, metadata, attachmentIds });

  deleteComment: Call<"deleteComment"> = ({ threadId, commentId }) =>
    this.#http.deleteComment({ ...this.#named(threadId), commentId });

  editCommentMetadata: Call<"editCommentMetadata"> = async ({ threadId, commentId, metadata }) =>
    (await this.#http.editCommentMetadata({ ...this.#named(threadId), commentId }, metadata)) as AppCommentMetadata;

  addReaction: Call<"addReaction"> = ({ threadId, commentId, emoji }) =>
    this.#http.addReaction({ ...this.#named(threadId), commentId }, emoji);

  removeReaction: Call<"removeReaction"> = ({ threadId, commentId, emoji }) =>
    this.#http.removeReaction({ ...this.#named(threadId), commentId }, emoji);

  searchComments: Call<"searchComments"> = (options) => this.#http.searchComments(this.#room, options);

  // ---- settings and notifications

  getSubscriptionSettings: Call<"getSubscriptionSettings"> = (options = {}) =>
    this.#http.getSubscriptionSettings(this.#room, options.signal);

  updateSubscriptionSettings: Call<"updateSubscriptionSettings"> = (settings) =>
    this.#http.updateSubscriptionSettings(this.#room, settings);

  markInboxNotificationAsRead: Call<"markInboxNotificationAsRead"> = (id) => this.#reads.get(id);

  createTextMention: Call<"createTextMention"> = (mentionId: string, mention: MentionTarget) =>
    this.#http.createTextMention(this.#room, mentionId, mention);

  deleteTextMention: Call<"deleteTextMention"> = (mentionId) => this.#http.deleteTextMention(this.#room, mentionId);

  reportTextEditor: Call<"reportTextEditor"> = (type, rootKey) =>
    this.#http.reportTextEditor(this.#room, type, rootKey);

  executeContextualPrompt: Call<"executeContextualPrompt"> = (prompt) =>
    this.#http.executeContextualPrompt(this.#room, prompt);

  // ---- files

  uploadAttachment: Call<"uploadAttachment"> = ({ id, name, file }, options) =>
    this.#upload<ClientAttachment>(this.#target("attachments", "comments", id, name), file, options);

  getAttachmentUrl: Call<"getAttachmentUrl"> = (attachmentId) => this.#attachmentUrls.get(attachmentId);

  uploadFile: Call<"uploadFile"> = async (file, options) => {
    const id = `fl_${nanoid()}`;
    const target = this.#target("storage/files", "storage", id, file.name);
    const data = await this.#upload<LiveFile["data"]>(target, file, options);
    return (await import("./storage-file.ts")).storageFileOf(data);
  };

  getFileUrl: Call<"getFileUrl"> = async (file) => {
    const id = typeof file === "string" ? file : file.id;
    const kept = this.#keptFileUrls.get(id);
    if (kept !== undefined && kept.until > this.#options.timeOfDay()) return kept.url;
    const found = await this.#findFile(id);
    this.#keptFileUrls.set(id, found);
    return found.url;
  };

  // ---- versions

  listHistoryVersions: Call<"listHistoryVersions"> = (options = {}) =>
    this.#http.getVersions(this.#room, options.signal);

  listHistoryVersionsSince: Call<"listHistoryVersionsSince"> = ({ since, signal }) =>
    this.#http.getVersionsSince(this.#room, since, signal);

  createHistoryVersion: Call<"createHistoryVersion"> = () => this.#http.createVersion(this.#room);

  deleteHistoryVersion: Call<"deleteHistoryVersion"> = (versionId) => this.#http.deleteVersion(this.#room, versionId);

  getHistoryVersionStorage: Call<"getHistoryVersionStorage"> = async (versionId, options = {}) => {
    const lines = await this.#http.getVersionStorage(this.#room, versionId, options.signal);
    return (await import("./version-storage.ts")).readVersion(lines);
  };

  restoreHistoryVersion: Call<"restoreHistoryVersion"> = async (versionId) => {
    const lines = await this.#http.getVersionStorage(this.#room, versionId);
    const { readVersionNodes, restoreStorage } = await import("./version-storage.ts");
    await this.#options.edit((root) => restoreStorage(root, readVersionNodes(lines)));
  };

  getHistoryVersionDocument: Call<"getHistoryVersionDocument"> = (versionId, options = {}) =>
    this.#http.getVersionDocument(this.#room, versionId, options.signal);

  // ---- within

  get #http(): HttpApi {
    return this.#options.http;
  }

  get #room(): string {
    return this.#options.roomId;
  }

  #named(threadId: string) {
    return { roomId: this.#room, threadId };
  }

  #target(folder: string, resource: "comments" | "storage", id: string, name: string): UploadTarget {
    const room = this.#room;
    const own = path`/v2/c/rooms/${room}/`;
    return { path: `${own}${folder}${path`/${id}`}`, name, needs: { room, resource, level: "write" } };
  }

  async #upload<T>(target: UploadTarget, file: Blob, options?: UploadOptions): Promise<T> {
    const { upload } = await import("./uploads.ts");
    return upload(this.#http.transport, target, file, options);
  }

  async #findFile(id: string): Promise<{ readonly url: string; readonly until: number }> {
    for (const waitMs of missingFileWaitsMs)
      try {
        return await this.#fileUrls.get(id);
      } catch (error) {
        if (!(error instanceof ClientError) || error.code !== notInStorage) throw error;
        await new Promise<void>((resolve) => void this.#options.timers.set(waitMs, resolve));
      }
    return this.#fileUrls.get(id);
  }

  #missing(message: string, code = "RESOURCE_NOT_FOUND"): ClientError {
    return new ClientError(message, { type: "REQUEST_ERROR", roomId: this.#room }, { code });
  }
}

const notInStorage = "FILE_NOT_IN_STORAGE";
