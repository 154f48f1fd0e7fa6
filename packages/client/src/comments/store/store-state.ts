/** What the parts of the store share: what is known, the edits over it, and how it is kept up to date. */
import type { CommentEvent } from "@weft/protocol/types";
import type { Timers } from "../../connection/reconnecting-socket.ts";
import type { ClientError } from "../../error.ts";
import type { HttpApi } from "../../http/http-api.ts";
import { EventSource } from "../../observable.ts";
import type { Observable } from "../../observable.ts";
import type { ClientThread, CommentsDelta, CommentsPage } from "../types.ts";
import type { TableEdit } from "./edits.ts";
import { Poller } from "./poller.ts";
import type { CommentsData } from "./server-copy.ts";
import { ServerCopy } from "./server-copy.ts";

/** What happens in the rooms that the client has entered, and to its page. */
export interface StoreEvents {
  readonly comment: Observable<{ readonly roomId: string; readonly event: CommentEvent }>;
  /** A room has been connected, for the first time or again. */
  readonly connected: Observable<string>;
  /** The page is looked at again, or the network is back. */
  readonly wake: Observable<void>;
}

export interface CommentsStoreOptions {
  readonly http: HttpApi;
  readonly timers: Timers;
  /** Milliseconds, by a clock that does not jump. */
  readonly now: () => number;
  /** The time of day in milliseconds, for what is shown before the server has answered. */
  readonly timeOfDay: () => number;
  /** Whether the page is hidden: then nothing is polled. */
  readonly isHidden: () => boolean;
  readonly events: StoreEvents;
  /** An edit was refused, or was not sent. */
  readonly failed: (error: ClientError) => void;
}

/** Something that is asked for as a whole, such as the threads of a room, whatever part of it is shown. */
export interface StorePart {
  readonly name: string;
  readonly poller: Poller;
  readonly staleAfterMs: number;
  /** The server's time from which changes are asked for. */
  since: Date | undefined;
}

export interface PartOptions {
  readonly intervalMs: number;
  /** When something begins to be shown, it is asked for again if the last answer is older. */
  readonly staleAfterMs: number;
  readonly poll: (part: StorePart, signal: AbortSignal) => Promise<void>;
}

const minuteMs = 60_000;

export class StoreState {
  readonly options: CommentsStoreOptions;
  readonly changed = new EventSource<void>();
  readonly server = new ServerCopy();
  readonly #parts = new Map<string, StorePart>();
  #asked = 0;
  #edits: readonly TableEdit[] = [];
  #shown: { readonly server: CommentsData; readonly edits: readonly TableEdit[]; readonly tables: CommentsData };
  #told: CommentsData;

  constructor(options: CommentsStoreOptions) {
    this.options = options;
    const { tables } = this.server;
    this.#shown = { server: tables, edits: this.#edits, tables };
    this.#told = tables;
  }

  /** What is shown: what the server has said, with the edits that it has not confirmed. */
  get tables(): CommentsData {
    const server = this.server.tables;
    const edits = this.#edits;
    if (this.#shown.server !== server || this.#shown.edits !== edits) {
      let tables = server;
      for (const edit of edits) tables = edit(tables);
      this.#shown = { server, edits, tables };
    }
    return this.#shown.tables;
  }

  get parts(): Iterable<StorePart> {
    return this.#parts.values();
  }

  /** A number for a request: later ones have higher numbers. */
  ask(): number {
    return ++this.#asked;
  }

  addEdit(edit: TableEdit): void {
    this.#edits = [...this.#edits, edit];
    this.tell();
  }

  /** Takes an edit back, together with what `meanwhile` changes. */
  removeEdit(edit: TableEdit, meanwhile: () => void = () => {}): void {
    meanwhile();
    this.#edits = this.#edits.filter((each) => each !== edit);
    this.tell();
  }

  /** Tells those who watch, if there is something new. */
  tell(): void {
    if (this.tables === this.#told) return;
    this.#told = this.tables;
    this.changed.notify();
  }

  // ---- parts

  part(name: string, options: PartOptions): StorePart {
    const known = this.#parts.get(name);
    if (known !== undefined) return known;
    const { timers, now, isHidden } = this.options;
    const poll = (signal: AbortSignal) => options.poll(part, signal);
    const { intervalMs, staleAfterMs } = options;
    const poller = new Poller({ intervalMs, timers, now, isHidden, poll });
    const part: StorePart = { name, poller, staleAfterMs, since: undefined };
    this.#parts.set(name, part);
    return part;
  }

  threadsOf(roomId: string): StorePart {
    return this.part(`threads ${roomId}`, {
      intervalMs: 5 * minuteMs,
      staleAfterMs: 5_000,
      poll: (part, signal) =>
        this.#receiveDelta(part, (since) => this.options.http.getThreadsSince(roomId, since, signal)),
    });
  }

  get userThreads(): StorePart {
    return this.part("userThreads", {
      intervalMs: minuteMs,
      staleAfterMs: 30_000,
      poll: (part, signal) => this.#receiveDelta(part, (since) => this.options.http.getUserThreadsSince(since, signal)),
    });
  }

  get inbox(): StorePart {
    return this.part("inbox", {
      intervalMs: minuteMs,
      staleAfterMs: 5_000,
      poll: (part, signal) =>
        this.#receiveDelta(part, (since) => this.options.http.getInboxNotificationsSince(since, undefined, signal)),
    });
  }

  /** Takes a page in. What changed since the first page of all is asked for later. */
  async receivePage(part: StorePart, fetch: () => Promise<CommentsPage>): Promise<string | null> {
    const page = await fetch();
    this.server.receive(page);
    part.since ??= page.requestedAt;
    this.tell();
    return page.nextCursor;
  }

  async #receiveDelta(part: StorePart, fetch: (since: Date) => Promise<CommentsDelta>): Promise<void> {
    if (part.since === undefined) return;
    const delta = await fetch(part.since);
    this.takingNotifications(() => this.server.receiveDelta(delta));
    if (delta.requestedAt > part.since) part.since = delta.requestedAt;
  }

  /** Asks for what has changed in a thread, after an edit of it or an event. */
  async refreshThread(roomId: string, threadId: string): Promise<void> {
    const { poller } = this.threadsOf(roomId);
    if (poller.hasBegun) {
      await poller.pollNow();
      return;
    }
    const answer = await this.options.http.getThread({ roomId, threadId });
    this.takingNotifications(() => this.server.receiveThread(threadId, answer));
  }

  /** Takes in a thread that the server has answered. */
  receiveThread(thread: ClientThread): void {
    const nothing = { inboxNotifications: [], subscriptions: [], requestedAt: thread.updatedAt, permissionHints: {} };
    this.server.receive({ ...nothing, threads: [thread] });
  }

  /** Changes what the server has said. Counts of unread notifications are asked for again, if notifications have changed. */
  takingNotifications(change: () => void): void {
    const before = this.server.tables.notifications;
    change();
    this.tell();
    if (this.server.tables.notifications !== before) this.wantCounts();
  }

  wantCounts(): void {
    for (const { name, poller } of this.parts) if (name.startsWith("count ")) poller.want();
  }

  stop(): void {
    for (const { poller } of this.parts) poller.stop();
  }
}
