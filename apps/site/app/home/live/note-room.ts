/**
 * The document of the home page in a room of this server, with two clients in this page: the visitor's, and that of a
 * scripted user. Both are real connections, so what an edit takes to reach the disk and another user is measured here.
 *
 *   an edit ─► visitor's client ─► server's disk ─┬─► acknowledgement (`flushed`)      = disk
 *                                                 └─► scripted user's copy (`update`)  = others
 *
 * Loaded after the page: it brings the client and Yjs.
 */
import * as Y from "yjs";
import { playColleague } from "./colleague.ts";
import { EditTimes } from "./edit-times.ts";
import { authors, guestIds, noteComments, noteText, suggested } from "./launch-note.ts";
import type { NoteAuthor } from "./launch-note.ts";
import { caretIn, commentAs, commentBody, openSeat, placeOf, showCaret } from "./note-seat.ts";
import type { NoteSeat } from "./note-seat.ts";
import { sampleState } from "./note-state.ts";
import type { NoteComment, NoteConnection, NoteState, SuggestionState } from "./note-state.ts";
import { changeBetween } from "./text-change.ts";
import { rangeOf } from "./text-pieces.ts";

export interface NoteRoomOptions {
  /** The part of room and user ids that only those with the link know. */
  readonly suffix: string;
  /** Whether the visitor came by a link of another visitor. */
  readonly isGuest: boolean;
  /** Whether the document is to be seen, so that a script is worth its work. */
  readonly isShown: () => boolean;
}

/** The running document. */
export interface NoteRoom extends Disposable {
  getState(): NoteState;
  subscribe(listener: () => void): () => void;
  /** The field has this text now, with the caret there. */
  write(text: string, caret: number): void;
  /** The visitor's selection; undefined when the field has lost the focus. */
  select(range: { readonly start: number; readonly end: number } | undefined): void;
  /** Where the visitor's selection is after edits of others. */
  selection(): { readonly start: number; readonly end: number } | undefined;
  undo(): void;
  redo(): void;
  acceptSuggestion(): void;
  discardSuggestion(): void;
  /** Rejects if the server does not take it. */
  reply(text: string): Promise<void>;
  startOver(): void;
}

/** Connects to the room and fills it if it is new. Rejects where the server has no demo project. */
export async function openNoteRoom(options: NoteRoomOptions): Promise<NoteRoom> {
  const { suffix, isGuest } = options;
  const roomId = `example-${suffix}.home-page`;
  const you = isGuest ? guestIds[Math.floor(Math.random() * guestIds.length)]! : authors.ada.id;
  const visitor = await openSeat(`${you}.${suffix}`, roomId, false);
  try {
    const [colleague, people] = await Promise.all([
      openSeat(`${authors.ben.id}.${suffix}`, roomId, true),
      readPeople(),
    ]);
    return new OpenNoteRoom(options, visitor, colleague, people);
  } catch (error) {
    visitor[Symbol.dispose]();
    throw error;
  }
}

type People = ReadonlyMap<string, NoteAuthor>;

/** How long the visitor has to have done nothing before the scripted user writes again. */
const restMs = 6_000;
/** The Yjs client that has written the sample, in whichever browser: a document takes the same update in once. */
const sampleClient = 1;
/** The origin of transactions that count an edit. */
const tick = {};

class OpenNoteRoom implements NoteRoom {
  readonly #options: NoteRoomOptions;
  readonly #visitor: NoteSeat;
  readonly #colleague: NoteSeat;
  readonly #people: People;
  readonly #times = new EditTimes();
  readonly #history: Y.UndoManager;
  readonly #listeners = new Set<() => void>();
  readonly #ended = new AbortController();
  readonly #stops: (() => void)[] = [];
  #state: NoteState = { ...sampleState, connection: "connecting" };
  #wasLive = false;
  #comments: readonly NoteComment[] = [];
  #threadId: string | undefined;
  #selection: { readonly start: Y.RelativePosition; readonly end: Y.RelativePosition } | undefined;
  /** When the edit that is shown gives way to a newer one. */
  #turn: ReturnType<typeof setTimeout> | undefined;
  /** Where carets were last: they overtake the letters that they stand behind. */
  readonly #carets = new Map<number, number>();
  #actedAt = Number.NEGATIVE_INFINITY;
  #ownEdits = 0;

  constructor(options: NoteRoomOptions, visitor: NoteSeat, colleague: NoteSeat, people: People) {
    this.#options = options;
    this.#visitor = visitor;
    this.#colleague = colleague;
    this.#people = people;
    this.#history = new Y.UndoManager([visitor.text, visitor.marks], { trackedOrigins: new Set([visitor]) });
    this.#watch(visitor, colleague);
    this.#watch(colleague, visitor);
    const { room, provider } = visitor;
    const changed = () => this.#changed();
    const begin = () => {
      if (provider.synced && !this.#wasLive) void this.#begin();
    };
    provider.on("sync", begin);
    this.#stops.push(
      room.events.status.subscribe(changed),
      room.events.others.subscribe(changed),
      room.events.self.subscribe(changed),
      // Those that could not be read are read with the next change.
      room.events.comments.subscribe(() => void this.#loadComments().catch(() => undefined)),
    );
    begin();
  }

  getState(): NoteState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  [Symbol.dispose](): void {
    this.#ended.abort();
    clearTimeout(this.#turn);
    for (const stop of this.#stops) stop();
    this.#history.destroy();
    this.#visitor[Symbol.dispose]();
    this.#colleague[Symbol.dispose]();
  }

  // ---- the visitor

  write(text: string, caret: number): void {
    const change = changeBetween(this.#visitor.text.toJSON(), text, caret);
    if (change === undefined) return;
    this.#act(() => {
      this.#visitor.text.delete(change.at, change.removed);
      this.#visitor.text.insert(change.at, change.inserted);
    });
  }

  select(range: { readonly start: number; readonly end: number } | undefined): void {
    const seat = this.#visitor;
    this.#selection = range && { start: placeOf(seat, range.start), end: placeOf(seat, range.end) };
    if (range) this.#actedAt = performance.now();
    showCaret(seat, range?.end);
    this.#changed();
  }

  selection(): { readonly start: number; readonly end: number } | undefined {
    if (this.#selection === undefined) return undefined;
    const start = caretIn(this.#visitor, this.#selection.start);
    const end = caretIn(this.#visitor, this.#selection.end);
    return start === undefined || end === undefined ? undefined : { start, end };
  }

  undo(): void {
    if (this.#history.canUndo()) this.#step(() => this.#history.undo());
  }

  redo(): void {
    if (this.#history.canRedo()) this.#step(() => this.#history.redo());
  }

  acceptSuggestion(): void {
    const { text, marks } = this.#visitor;
    this.#act(() => {
      const range = rangeOf(text.toJSON(), suggested.from);
      if (range) {
        text.insert(range.to, suggested.to);
        text.delete(range.from, range.to - range.from);
      }
      marks.set("suggestion", "accepted");
    });
  }

  discardSuggestion(): void {
    this.#act(() => this.#visitor.marks.set("suggestion", "discarded"));
  }

  async reply(words: string): Promise<void> {
    this.#actedAt = performance.now();
    const threadId = this.#threadId;
    if (threadId === undefined) throw new Error("The comments have not loaded yet.");
    await this.#visitor.room.createComment({ threadId, body: commentBody(words) });
    await this.#loadComments();
  }

  startOver(): void {
    const { text, marks } = this.#visitor;
    this.#act(() => {
      text.delete(0, text.length);
      text.insert(0, noteText);
      marks.set("suggestion", "open");
    });
  }

  #act(run: () => void): void {
    const { doc } = this.#visitor;
    this.#step(() => doc.transact(run, this.#visitor));
  }

  #step(run: () => void): void {
    this.#actedAt = performance.now();
    this.#ownEdits++;
    this.#edit(this.#visitor, run);
  }

  // ---- edits

  /** Makes an edit and times it. */
  #edit(seat: NoteSeat, run: () => void): void {
    const now = performance.now();
    const { doc, marks, provider } = seat;
    run();
    // Not a part of what is undone. Both leave in one update, as everything does that is written in one task.
    doc.transact(() => marks.set("edit", Number(marks.get("edit") ?? 0) + 1), tick);
    const by = this.#nameOf(seat);
    const author = doc.clientID;
    const number = this.#times.made({ by, author, clock: Y.getState(doc.store, author), now });
    // Rejects when the room is left.
    void provider.flushed().then(
      () => {
        this.#times.acknowledged(number, performance.now());
        this.#changed();
      },
      () => undefined,
    );
    this.#changed();
  }

  /** Notices what has come to a copy of the document. */
  #watch(seat: NoteSeat, author: NoteSeat): void {
    const updated = (_update: Uint8Array, origin: unknown) => {
      if (origin === seat.provider)
        this.#times.arrived(author.doc.clientID, Y.getState(seat.doc.store, author.doc.clientID), performance.now());
      this.#changed();
    };
    seat.doc.on("update", updated);
    this.#stops.push(() => seat.doc.off("update", updated));
  }

  // ---- the room

  /** The document has come from the server. */
  async #begin(): Promise<void> {
    const { doc } = this.#visitor;
    if (!doc.store.clients.has(sampleClient)) Y.applyUpdate(doc, sampleUpdate());
    this.#wasLive = true;
    this.#history.clear();
    this.#comments = sampleState.comments;
    this.#changed();
    try {
      await this.#loadComments();
      // Those who came before write them, or have.
      if (this.#threadId === undefined && this.#isAlone()) await this.#writeComments();
    } catch {
      // The document works without its comments.
    }
    const { signal } = this.#ended;
    if (!this.#colleague.provider.synced)
      await new Promise<void>((resolve) => this.#colleague.provider.on("sync", () => resolve()));
    // Ends with the page.
    await playColleague({
      seat: this.#colleague,
      signal,
      mayAct: () => this.#mayColleagueAct(),
      edit: (run) => this.#edit(this.#colleague, run),
    }).catch(() => undefined);
  }

  /** Whether all others are scripted. */
  #isAlone(): boolean {
    return this.#visitor.room.getOthers().every(({ presence }) => presence.isScripted);
  }

  #mayColleagueAct(): boolean {
    const isResting = performance.now() - this.#actedAt > restMs;
    const isConnected = this.#visitor.room.getStatus() === "connected";
    return (
      this.#isAlone() && isResting && isConnected && !document.hidden && this.#options.isShown() && !prefersLessMotion()
    );
  }

  async #loadComments(): Promise<void> {
    const { threads } = await this.#visitor.room.getThreads();
    const thread = threads[0];
    if (thread === undefined || this.#ended.signal.aborted) return;
    this.#threadId = thread.id;
    this.#comments = thread.comments.flatMap(({ id, userId, body }) => {
      const words = body?.content.flatMap((block) =>
        block.children.map((inline) => ("text" in inline ? (inline.text ?? "") : "")),
      );
      return words ? [{ id, by: this.#personOf(userId), text: words.join("") }] : [];
    });
    this.#changed();
  }

  /** With ids that follow from the room's, so that two visitors who come at once write one thread. */
  async #writeComments(): Promise<void> {
    const { suffix } = this.#options;
    const threadId = idOf("th", suffix, 0);
    const [first, second] = noteComments;
    await this.#colleague.room.createThread({
      threadId,
      commentId: idOf("cm", suffix, 0),
      metadata: {},
      body: commentBody(first.text),
    });
    await commentAs(`${second.by.id}.${suffix}`, this.#visitor.room.id, (room) =>
      room.createComment({ threadId, commentId: idOf("cm", suffix, 1), body: commentBody(second.text) }),
    );
    await this.#loadComments();
  }

  // ---- what is shown

  #changed(): void {
    if (!this.#wasLive || this.#ended.signal.aborted) return;
    clearTimeout(this.#turn);
    const left = this.#times.advance(performance.now());
    if (left !== undefined) this.#turn = setTimeout(() => this.#changed(), left);
    const { room, text, marks, doc } = this.#visitor;
    this.#state = {
      connection: room.getStatus() === "connected" ? "live" : "offline",
      text: text.toJSON(),
      connections: this.#connections(),
      comments: this.#comments,
      suggestion: suggestionIn(marks, text),
      bytes: Y.encodeStateAsUpdate(doc).length,
      editsOnDisk: this.#times.onDisk,
      editsPending: this.#times.pending,
      edit: this.#times.shown ?? sampleState.edit,
      ownEdits: this.#ownEdits,
    };
    for (const listener of this.#listeners) listener();
  }

  #connections(): readonly NoteConnection[] {
    const { room } = this.#visitor;
    const self = room.getSelf();
    const all = [...(self ? [self] : []), ...room.getOthers()];
    return all.map(({ connectionId, id, presence }) => ({
      ...this.#personOf(id),
      connectionId,
      isYou: connectionId === self?.connectionId,
      isScripted: presence.isScripted,
      caret: this.#caretOf(connectionId, presence.caret),
    }));
  }

  /** Presence waits for no disk, so a caret may be behind a letter that is not here yet: until then it stays. */
  #caretOf(connectionId: number, caret: unknown): number | undefined {
    const at = caretIn(this.#visitor, caret) ?? (caret === null ? undefined : this.#carets.get(connectionId));
    if (at === undefined) this.#carets.delete(connectionId);
    else this.#carets.set(connectionId, at);
    return at;
  }

  #nameOf(seat: NoteSeat): string {
    return seat === this.#visitor ? "You" : this.#personOf(seat.userId).name;
  }

  #personOf(userId: string | undefined): NoteAuthor {
    const id = userId?.split(".", 1)[0] ?? "";
    return this.#people.get(id) ?? { id, name: "Someone", color: "#6f685e" };
  }
}

function suggestionIn(marks: NoteSeat["marks"], text: Y.Text): SuggestionState {
  const state = marks.get("suggestion");
  if (state === "accepted" || state === "discarded") return state;
  // Its words are gone: there is nothing to replace.
  return rangeOf(text.toJSON(), suggested.from) ? "open" : "discarded";
}

/** The sample as one and the same update in every browser. */
function sampleUpdate(): Uint8Array {
  const sample = new Y.Doc();
  sample.clientID = sampleClient;
  sample.getText("note").insert(0, noteText);
  return Y.encodeStateAsUpdate(sample);
}

/** An id of the server's form: 21 letters and digits. */
function idOf(kind: "th" | "cm", suffix: string, number: number): string {
  return `${kind}_${suffix.replaceAll("-", "").slice(0, 18).padEnd(20, "0")}${number}`;
}

async function readPeople(): Promise<People> {
  const response = await fetch("/play/config.json");
  const { people } = (await response.json()) as { people: readonly NoteAuthor[] };
  return new Map(people.map((person) => [person.id, person]));
}

function prefersLessMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
