/** Everything of a client that goes over HTTP. It is loaded when an application uses it for the first time. */
import { HttpApi } from "../http/http-api.ts";
import { HttpTransport } from "../http/transport.ts";
import type { TransportPorts } from "../http/transport.ts";
import { watchHidden } from "../page.ts";
import type { LiveObject } from "../storage/live/structures.ts";
import type { InboxApi } from "./comments-api.ts";
import { createInbox } from "./inbox.ts";
import type { ResolverOptions } from "./resolver-types.ts";
import { Resolvers } from "./resolvers.ts";
import { RoomComments } from "./room-comments.ts";
import type { CommentsStore } from "./store/comments-store.ts";
import { createCommentsStore } from "./store/comments-store.ts";
import type { CommentsStoreOptions } from "./store/store-state.ts";

export interface ClientCommentsOptions extends TransportPorts, Omit<CommentsStoreOptions, "http" | "isHidden"> {
  readonly resolvers: ResolverOptions<never>;
}

/** What user interfaces for comments and notifications are made with, from `client.loadComments()`. */
export class ClientComments {
  readonly http: HttpApi;
  readonly inbox: InboxApi;
  readonly resolvers: Resolvers;
  readonly #options: ClientCommentsOptions;
  readonly #hiddenFor: () => number;
  #store: CommentsStore | undefined;

  constructor(options: ClientCommentsOptions) {
    const { timers, timeOfDay, resolvers } = options;
    this.#options = options;
    this.#hiddenFor = watchHidden(options.now);
    this.http = new HttpApi(new HttpTransport(options), timeOfDay);
    this.inbox = createInbox(this.http, timers);
    this.resolvers = new Resolvers(resolvers, this.http, timers);
  }

  /** What is shown of threads and notifications. There is one for all rooms of the client. */
  get store(): CommentsStore {
    return (this.#store ??= createCommentsStore({
      ...this.#options,
      http: this.http,
      isHidden: () => this.#hiddenFor() > 0,
    }));
  }

  ofRoom(roomId: string, edit: (run: (root: LiveObject) => void) => Promise<void>): RoomComments {
    const { timers, timeOfDay } = this.#options;
    return new RoomComments({ roomId, http: this.http, timers, timeOfDay, edit });
  }

  /** Another user signs in: nothing of the one before is shown to them. */
  forget(): void {
    this.#store?.destroy();
    this.#store = undefined;
    this.resolvers.groups.invalidate();
  }
}
