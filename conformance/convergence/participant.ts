import type { Client, Room } from "@liveblocks/client";
import { ServerMessageType } from "@weft/protocol";
import type { Link } from "@weft/testkit";
import { openLink } from "@weft/testkit";
import { recordingSocket } from "../support/socket.ts";
import type { Frame } from "../support/socket.ts";
import { Announcements } from "./announcements.ts";
import type { Sent } from "./announcements.ts";
import { initialStorage } from "./edits.ts";
import type { Root, Shared } from "./edits.ts";
import { families } from "./families.ts";
import type { Family, FamilyName } from "./families.ts";

/** The outcome of a value that its client wrote once and no other client changes. */
export interface Tally {
  /** The client received its ack. */
  acked: boolean;
  /** The client received its rejection. */
  refused: boolean;
}

export interface ParticipantOptions {
  readonly roomId: string;
  readonly userId: string;
  readonly port: number;
  readonly token: () => Promise<string>;
  readonly family: FamilyName;
}

type SharedRoom = Room<{}, Shared>;

/** A user with a client of one family, behind a network link of their own. */
export class Participant {
  readonly userId: string;
  readonly link: Link;
  readonly #options: ParticipantOptions;
  /** Pages that were loaded so far, the one in use last. */
  readonly pages: Page[] = [];
  mayWrite = true;

  /** A user who has not opened the page yet. */
  static async open(options: ParticipantOptions): Promise<Participant> {
    return new Participant(options, await openLink(options.port));
  }

  constructor(options: ParticipantOptions, link: Link) {
    this.#options = options;
    this.userId = options.userId;
    this.link = link;
  }

  get page(): Page {
    return this.pages.at(-1)!;
  }

  async load(): Promise<void> {
    this.pages.at(-1)?.leave();
    const label = `${this.userId}.${this.pages.length}`;
    const page = new Page(label, this.link.url, this.#options);
    this.pages.push(page);
    await page.load();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.pages.at(-1)?.leave();
    await this.link[Symbol.asyncDispose]();
  }
}

/** Of the official client 3.24, about once in 1,000 scripts; see `docs/promises.md`. */
const knownDefect = /^Cannot reposition item that is not in the list/;

/** Of the private use area: they stand for nothing else. */
let marked = 0;

/** One page load: a client, from nothing until it leaves. */
export class Page {
  readonly label: string;
  readonly family: Family;
  readonly room: SharedRoom;
  /** Characters that this page typed at the end of the text of tallies. Each is typed only once among all clients. */
  readonly marks: string[] = [];
  readonly tallies = new Map<string, Tally>();
  readonly frames: Frame[] = [];
  readonly #client: Client;
  readonly #leave: () => void;
  readonly announcements = new Announcements((announced) => {
    if (!this.left) this.room.broadcastEvent({ announced });
  });
  /** Ids of ops that carry a tally, by op id. */
  readonly #sent = new Map<string, string>();
  #values = 0;
  #tallied = 0;
  #root: Root | undefined;
  left = false;
  /** The client threw while it applied its own edits to a snapshot. Only a reload helps. */
  broken = false;

  constructor(label: string, baseUrl: string, { roomId, token, family }: ParticipantOptions) {
    this.label = label;
    this.family = families[family];
    this.#client = this.family.createClient({
      baseUrl,
      throttle: 16,
      authEndpoint: async () => ({ token: await token() }),
      polyfills: {
        WebSocket: recordingSocket(
          (frame) => this.#record(frame),
          (thrown) =>
            family === "official" &&
            thrown instanceof Error &&
            knownDefect.test(thrown.message) &&
            (this.broken = true),
        ),
      },
    });
    const { room, leave } = this.#client.enterRoom<{}, Shared>(roomId, {
      initialPresence: {},
      initialStorage: () => initialStorage(label, this.family),
    });
    this.room = room;
    room.events.customEvent.subscribe(({ event }) => {
      if (this.broken) return;
      const { announced } = event as { announced: string };
      const shown = this.#root?.get("tallies").get("pushes").toJSON().includes(announced);
      if (shown !== undefined) this.announcements.heard(announced, shown);
    });
    this.#leave = leave;
  }

  get loaded(): boolean {
    return this.#root !== undefined;
  }
  get root(): Root {
    return this.#root!;
  }
  get atRest(): boolean {
    if (this.#root === undefined) return false;
    return this.room.getStatus() === "connected" && this.room.getStorageStatus() === "synchronized";
  }
  get canWrite(): boolean {
    return this.room.getSelf()?.canWrite !== false;
  }
  get tallied(): number {
    return this.#tallied;
  }

  async load(): Promise<void> {
    this.#root = (await this.room.getStorage()).root;
  }

  readonly fresh = (): string => `${this.label}:${this.#values++}`;
  /** Weft's own clients undo everything. */
  readonly unrecorded = (change: () => void): void =>
    this.family === families.official && process.env["WEFT_WILD"] === undefined
      ? this.room.history.disable(change)
      : change();

  /**
   * What only this page writes: a list item, a map entry that grows, an object field that grows, a character. Returns
   * the list item.
   */
  tally(): string {
    const name = `${this.label}#${++this.#tallied}`;
    this.room.history.disable(() => {
      this.room.batch(() => {
        const tallies = this.root.get("tallies");
        tallies.get("pushes").push(`push ${name}`);
        tallies.get("sets").set(this.label, `set ${name}`);
        tallies.get("fields").set(this.label, `field ${name}`);
        const mark = String.fromCodePoint(0xe000 + (marked++ % 6_400));
        this.marks.push(mark);
        const marks = tallies.get("marks");
        marks.insert(marks.length, mark);
      });
    });
    for (const kind of ["push", "set", "field"]) this.tallies.set(`${kind} ${name}`, { acked: false, refused: false });
    return `push ${name}`;
  }

  /** A tally, and an event behind it. */
  announce(): void {
    this.announcements.expect(this.tally());
  }

  leave(): void {
    this.left = true;
    this.#leave();
    this.#client.logout();
  }

  #record(frame: Frame): void {
    this.frames.push(frame);
    if (frame.direction === "closed" || frame.text === "ping" || frame.text === "pong") return;
    const parsed = JSON.parse(frame.text) as Message | Message[];
    const messages = Array.isArray(parsed) ? parsed : [parsed];
    if (frame.direction === "sent") {
      const tallies = tallyOps(messages);
      for (const [opId, tally] of tallies) this.#sent.set(opId, tally);
      this.announcements.sent(
        frame,
        messages,
        tallies.map(([, tally]) => tally),
      );
      return;
    }
    this.announcements.received(frame, messages);
    for (const message of messages) {
      if (message.type === ServerMessageType.storageUpdated)
        for (const { opId } of message.ops ?? []) this.#mark(opId, "acked");
      if (message.type === ServerMessageType.rejectStorageOp)
        for (const opId of message.opIds ?? []) this.#mark(opId, "refused");
      // A client of Weft's own family asks what has become of its ops when it is back.
      if (message.type === ServerMessageType.decidedOps)
        for (const opId of message.opIds ?? []) this.#mark(opId, "acked");
    }
  }

  #mark(opId: string | undefined, as: keyof Tally): void {
    const tally = opId === undefined ? undefined : this.#sent.get(opId);
    const known = tally === undefined ? undefined : this.tallies.get(tally);
    if (known !== undefined) known[as] = true;
  }
}

interface Message extends Sent {
  readonly ops?: readonly { readonly opId?: string; readonly data?: unknown }[];
  readonly opIds?: readonly string[];
}

function tallyOps(messages: readonly Message[]): [opId: string, tally: string][] {
  const found: [opId: string, tally: string][] = [];
  for (const message of messages) {
    for (const { opId, data } of message.ops ?? []) {
      const tally = /(push|set|field) [^"]*#\d+/.exec(JSON.stringify(data) ?? "")?.[0];
      if (opId !== undefined && tally !== undefined) found.push([opId, tally]);
    }
  }
  return found;
}
