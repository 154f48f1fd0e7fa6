import { createClient } from "@liveblocks/client";
import type { Json, LiveList, LiveMap, LiveObject, Lson, Room } from "@liveblocks/client";
import { WebSocket } from "ws";
import type { Ledger } from "./ledger.ts";
import type { Random } from "./random.ts";
import { live } from "./rest.ts";
import { until } from "./until.ts";

/** The Storage of the rooms in which people work. */
export type Board = {
  items: LiveList<Lson>;
  entries: LiveMap<string, Lson>;
  fields: LiveObject<Record<string, Lson>>;
};
export const emptyBoard = live.object({ items: live.list(), entries: live.map(), fields: live.object({}) });

export interface PlainBoard {
  readonly items: readonly string[];
  readonly entries: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
}

/** A user at work with the unmodified official client. Every value they write is a unique string, `<name>.<n>`. */
export interface Person extends Disposable {
  readonly name: string;
  readonly room: Room;
  /** Edits made so far. */
  readonly edits: number;
  /** How often the client reported a lost connection (after 5 s by default). */
  readonly lostConnections: number;
  /** Makes one edit: mostly a push, sometimes a batch, an entry or a field of theirs. */
  edit(random: Random): void;
  /** Pushes one value per edit, `count` of them, in one batch. */
  pushMany(count: number): void;
  /** Everything they ever pushed. */
  readonly pushed: readonly string[];
  /** What their entries and fields must hold in the end; undefined for an entry they removed. */
  readonly entries: ReadonlyMap<string, string | undefined>;
  readonly fields: ReadonlyMap<string, string>;
  /** Under which entry or field each value was written. */
  readonly places: ReadonlyMap<string, string>;
  /** What their client shows. */
  board(): PlainBoard;
  readonly synchronized: boolean;
}

export interface PersonOptions {
  readonly url: string;
  readonly room: string;
  readonly name: string;
  readonly publicKey: string;
  /** Answers a token; without it the person is anonymous. */
  readonly authenticate?: () => Promise<string>;
  readonly ledger?: Ledger;
  /** Listens to what goes out before it does. */
  readonly onSend?: (frame: string) => void;
  readonly lostConnectionTimeout?: number;
}

/** Enters the room and waits until its Storage is there. */
export async function openPerson(options: PersonOptions): Promise<Person> {
  const { ledger, name, onSend } = options;
  class TappedWebSocket extends WebSocket {
    constructor(address: string) {
      super(address);
      if (ledger !== undefined) this.on("message", (data) => ledger.received(name, (data as Buffer).toString()));
      // A refused connection is the client's to notice, by its close.
      this.on("error", () => {});
    }
    override send(data: string): void {
      onSend?.(data);
      ledger?.sent(name, data);
      super.send(data);
    }
  }
  const { authenticate } = options;
  const client = createClient({
    baseUrl: options.url,
    throttle: 16,
    ...(options.lostConnectionTimeout === undefined ? {} : { lostConnectionTimeout: options.lostConnectionTimeout }),
    polyfills: { WebSocket: TappedWebSocket, fetch },
    ...(authenticate === undefined
      ? { publicApiKey: options.publicKey }
      : { authEndpoint: async () => ({ token: await authenticate() }) }),
  });
  const entered = client.enterRoom<Record<string, Json>, Board>(options.room, {
    initialPresence: {},
    initialStorage: {} as Board,
  });
  const { root } = await entered.room.getStorage();
  return new Worker(name, entered.room, root, entered.leave);
}

class Worker implements Person {
  readonly name: string;
  readonly room: Room;
  readonly #root: LiveObject<Board>;
  readonly #leave: () => void;
  readonly pushed: string[] = [];
  readonly entries = new Map<string, string | undefined>();
  readonly fields = new Map<string, string>();
  readonly places = new Map<string, string>();
  edits = 0;
  lostConnections = 0;

  constructor(name: string, room: Room, root: LiveObject<Board>, leave: () => void) {
    this.name = name;
    this.room = room;
    this.#root = root;
    this.#leave = leave;
    room.subscribe("lost-connection", () => this.lostConnections++);
  }

  edit(random: Random): void {
    const what = random.fraction();
    if (what < 0.5) this.#push();
    else if (what < 0.6) this.pushMany(random.between(2, 12));
    else if (what < 0.75) this.#setEntry(`entry/${this.name}/${random.between(0, 5)}`);
    else if (what < 0.8) this.#setEntry(`entry/${this.name}/gone-${this.edits}`);
    else if (what < 0.85) this.#removeEntry();
    else {
      const value = this.#value();
      const key = `field/${this.name}/${random.between(0, 3)}`;
      this.#root.get("fields").set(key, value);
      this.fields.set(key, value);
      this.places.set(value, key);
    }
  }

  pushMany(count: number): void {
    this.room.batch(() => {
      for (let n = 0; n < count; n++) this.#push();
    });
  }

  board(): PlainBoard {
    return this.#root.toJSON() as unknown as PlainBoard;
  }

  get synchronized(): boolean {
    return this.room.getStorageStatus() === "synchronized";
  }

  [Symbol.dispose](): void {
    this.#leave();
  }

  #push(): void {
    const value = this.#value();
    this.#root.get("items").push(value);
    this.pushed.push(value);
  }

  #setEntry(key: string): void {
    const value = this.#value();
    this.#root.get("entries").set(key, value);
    this.entries.set(key, value);
    this.places.set(value, key);
  }

  /** Keys that are removed are never written again. */
  #removeEntry(): void {
    for (const [key, value] of this.entries) {
      if (value === undefined || !key.includes("gone")) continue;
      this.#root.get("entries").delete(key);
      this.entries.set(key, undefined);
      return;
    }
  }

  #value(): string {
    return `${this.name}.${this.edits++}`;
  }
}

/** Lets people edit, each at their own pace, until told to stop. */
export function work(people: readonly Person[], random: Random, everyMs: number): Disposable {
  const timers = people.map((person) => {
    const own = random.fork();
    return setInterval(() => person.edit(own), everyMs * (0.5 + own.fraction()));
  });
  return { [Symbol.dispose]: () => timers.forEach((timer) => clearInterval(timer)) };
}

/** Waits until no one has anything left to send and everyone shows the same board. Returns that board. */
export async function agree(people: readonly Person[]): Promise<PlainBoard> {
  await until("everybody is synchronized", () => people.every(({ synchronized }) => synchronized));
  const text = (board: PlainBoard) => JSON.stringify(board, sorted);
  await until("everybody shows the same", () => new Set(people.map((person) => text(person.board()))).size === 1, {
    everyMs: 50,
  });
  return people[0]!.board();
}

/** Objects say the same in whatever order their keys stand. */
export function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export interface Verdict {
  /** Values that were promised and are not there. */
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  /** Entries and fields that do not hold what was written to them last. */
  readonly wrong: readonly string[];
}

/** Holds a board against everything that was ever written to it. */
export function judge(board: PlainBoard, people: readonly Person[]): Verdict {
  const counts = new Map<string, number>();
  for (const item of board.items) counts.set(item, (counts.get(item) ?? 0) + 1);
  const pushed = people.flatMap((person) => person.pushed);
  const wrong: string[] = [];
  const hold = (found: Readonly<Record<string, string>>, key: string, value: string | undefined) => {
    const has = Object.hasOwn(found, key) ? found[key] : undefined;
    if (has !== value) wrong.push(`${key} is ${has}, not ${value}`);
  };
  for (const { entries, fields } of people) {
    for (const [key, value] of entries) hold(board.entries, key, value);
    for (const [key, value] of fields) hold(board.fields, key, value);
  }
  return {
    lost: pushed.filter((value) => !counts.has(value)),
    doubled: [...counts].filter(([, count]) => count > 1).map(([value]) => value),
    wrong,
  };
}

/**
 * Promised values that are missing from a board read after a crash. By then, an entry or field may hold a later value
 * of the same writer, and an entry that its writer removed may be gone.
 */
export function missing(board: PlainBoard, promised: ReadonlySet<string>, people: readonly Person[]): string[] {
  const items = new Set(board.items);
  const number = (value: string) => Number(value.slice(value.lastIndexOf(".") + 1));
  const lost: string[] = [];
  for (const { name, pushed, places, entries } of people) {
    for (const value of pushed) if (promised.has(value) && !items.has(value)) lost.push(value);
    for (const [value, key] of places) {
      if (!promised.has(value)) continue;
      const found = board.entries[key] ?? board.fields[key];
      const removed = found === undefined && entries.has(key) && entries.get(key) === undefined;
      if (!removed && (found === undefined || !found.startsWith(`${name}.`) || number(found) < number(value)))
        lost.push(`${value} of ${key}, which holds ${found}`);
    }
  }
  return lost;
}
