/** The way to comments and everything else that goes over HTTP. What is loaded at once is no more than this. */
import { ServerMessageType } from "@weft/protocol/codes";
import type { CommentEvent, ServerMessage } from "@weft/protocol/types";
import { EventSource } from "../observable.ts";
import { onPageWake } from "../page.ts";
import { lateCalls } from "../late-calls.ts";
import type { LiveObject } from "../storage/live/structures.ts";
import type { Status } from "../connection/states.ts";
import type { Observable } from "../observable.ts";
import type { ClientComments, ClientCommentsOptions } from "./client-comments.ts";
import type { InboxApi, RoomCommentsApi } from "./comments-api.ts";
import { prepareAttachment } from "./local-attachment.ts";

/** What comments need of a room. */
interface CommentedRoom {
  readonly id: string;
  readonly events: { readonly comments: Observable<CommentEvent>; readonly status: Observable<Status> };
  edit(run: (root: LiveObject) => void): Promise<void>;
}

export function isCommentEvent(message: ServerMessage): message is CommentEvent {
  return message.type >= ServerMessageType.threadCreated && message.type <= ServerMessageType.commentMetadataUpdated;
}

const roomCalls = [
  "getThreads",
  "getThreadsSince",
  "getThread",
  "createThread",
  "deleteThread",
  "editThreadMetadata",
  "markThreadAsResolved",
  "markThreadAsUnresolved",
  "subscribeToThread",
  "unsubscribeFromThread",
  "createComment",
  "editComment",
  "deleteComment",
  "editCommentMetadata",
  "addReaction",
  "removeReaction",
  "searchComments",
  "getSubscriptionSettings",
  "updateSubscriptionSettings",
  "markInboxNotificationAsRead",
  "createTextMention",
  "deleteTextMention",
  "reportTextEditor",
  "executeContextualPrompt",
  "uploadAttachment",
  "getAttachmentUrl",
  "uploadFile",
  "getFileUrl",
  "listHistoryVersions",
  "listHistoryVersionsSince",
  "createHistoryVersion",
  "deleteHistoryVersion",
  "getHistoryVersionStorage",
  "restoreHistoryVersion",
  "getHistoryVersionDocument",
] as const satisfies readonly (keyof RoomCommentsApi)[];

const inboxCalls = [
  "getInboxNotifications",
  "getInboxNotificationsSince",
  "getUnreadInboxNotificationsCount",
  "markAllInboxNotificationsAsRead",
  "markInboxNotificationAsRead",
  "deleteAllInboxNotifications",
  "deleteInboxNotification",
  "getNotificationSettings",
  "updateNotificationSettings",
  "getUrlMetadata",
] as const satisfies readonly (keyof InboxApi)[];

export class CommentsPort {
  readonly #options: Omit<ClientCommentsOptions, "events">;
  readonly #comment = new EventSource<{ readonly roomId: string; readonly event: CommentEvent }>();
  readonly #connected = new EventSource<string>();
  readonly #wake = new EventSource<void>();
  #loading: Promise<ClientComments> | undefined;

  constructor(options: Omit<ClientCommentsOptions, "events">) {
    this.#options = options;
  }

  load(): Promise<ClientComments> {
    if (this.#loading === undefined) {
      const loading = this.#load();
      // Such as a page of an older release whose files are gone: the next call tries again.
      loading.catch(() => (this.#loading = undefined));
      this.#loading = loading;
    }
    return this.#loading;
  }

  /** Does something with what has been loaded; nothing, if nothing has been. */
  ifLoaded(run: (comments: ClientComments) => void): void {
    this.#loading?.then(run, () => {});
  }

  inboxCalls(): InboxApi {
    return lateCalls(inboxCalls, async () => (await this.load()).inbox) as unknown as InboxApi;
  }

  /** The calls of a room. Its events are heard from now on. */
  roomCalls(room: CommentedRoom): RoomCommentsApi {
    room.events.comments.subscribe((event) => this.#comment.notify({ roomId: room.id, event }));
    room.events.status.subscribe((status) => {
      if (status === "connected") this.#connected.notify(room.id);
    });
    let own: Promise<object> | undefined;
    const load = () => {
      own ??= this.load().then((comments) => comments.ofRoom(room.id, (run) => room.edit(run)));
      own.catch(() => (own = undefined));
      return own;
    };
    return { ...lateCalls(roomCalls, load), prepareAttachment } as unknown as RoomCommentsApi;
  }

  async #load(): Promise<ClientComments> {
    const { ClientComments: Loaded } = await import("./client-comments.ts");
    const events = { comment: this.#comment, connected: this.#connected, wake: this.#wake };
    // For as long as the page lives, as its client does.
    onPageWake(() => this.#wake.notify());
    return new Loaded({ ...this.#options, events });
  }
}
