import { beginSpan, createHistogram, createRandom } from "../measure.ts";
import { eachOf, join, pause } from "./member.ts";
import type { Member } from "./member.ts";

export interface OpsLoad {
  readonly pid: number;
  readonly rooms: readonly (readonly string[])[];
  /** The action of every member: set its own field of the root, append to one list, or move an item of one list. */
  readonly kind: "update" | "push" | "move";
  /** Ops of one member that wait for their ack at a time. An ack lets the next op out. */
  readonly inFlight: number;
  readonly warmUpMs: number;
  readonly windowMs: number;
}

export interface OpsResult {
  readonly acked: number;
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly p50: number;
  readonly p99: number;
}

/** Items that a list has before they are moved about. */
const listItems = 100;
/** Power of two, and more than any `inFlight`: send times are kept in a ring of this size. */
const ring = 1_024;

export async function opsLoad(load: OpsLoad): Promise<OpsResult> {
  const random = createRandom(2);
  const latencies = createHistogram();
  let measuring = false;
  let acked = 0;
  let stopped = false;
  let failure: Error | undefined;
  const failed = (cause: Error) => (failure ??= cause);

  class Author {
    readonly #sentAt = new Float64Array(ring);
    readonly #waiters: (() => void)[] = [];
    readonly index: number;
    member!: Member;
    list = "";
    #next = 0;
    #answered = 0;
    #streamEnded = false;

    constructor(index: number) {
      this.index = index;
    }

    readonly heard = (bytes: Buffer, from: number, to: number): void => {
      if (!this.#streamEnded) {
        if (bytes.toString("latin1", from, to).includes('{"type":211}')) this.#streamEnded = true;
        this.#wake();
      }
      // Only within the frame: ops of others carry no `opId`, and the search must not continue into older bytes.
      const frame = bytes.subarray(from, to);
      let at = 0;
      for (;;) {
        at = frame.indexOf(opIdMark, at);
        if (at < 0) return;
        at = frame.indexOf(colon, at + opIdMark.length) + 1;
        let clock = 0;
        for (; frame[at]! !== quote; at++) clock = clock * 10 + frame[at]! - digit0;
        this.#answered++;
        acked++;
        if (measuring) latencies.add(performance.now() - this.#sentAt[clock & (ring - 1)]!);
        if (!stopped && this.list !== "") this.next();
        this.#wake();
      }
    };

    #wake(): void {
      for (const waiter of this.#waiters.splice(0)) waiter();
    }

    async until(condition: () => boolean): Promise<void> {
      while (!condition()) {
        if (failure !== undefined) throw failure;
        await new Promise<void>((resolve) => this.#waiters.push(resolve));
      }
    }

    get idle(): boolean {
      return this.#answered === this.#next;
    }

    get streamEnded(): boolean {
      return this.#streamEnded;
    }

    send(...ops: readonly ((opId: string) => string)[]): void {
      const texts = ops.map((op) => {
        const clock = this.#next++;
        this.#sentAt[clock & (ring - 1)] = performance.now();
        return op(`${this.member.actor}:${clock}`);
      });
      this.member.socket.send(`[{"type":201,"ops":[${texts.join(",")}]}]`);
    }

    /** One op of the kind that is measured, in a frame of its own. */
    next(): void {
      const { list } = this;
      if (load.kind === "update") {
        const value = Math.floor(random() * 1e9);
        this.send((opId) => `{"type":3,"opId":"${opId}","id":"root","data":{"field${this.index}":${value}}}`);
      } else if (load.kind === "push") {
        const { actor } = this.member;
        const clock = this.#next;
        const key = JSON.stringify(laterPosition());
        const text = `"item ${clock}, written by ${actor}"`;
        this.send(
          (opId) =>
            `{"type":8,"opId":"${opId}","id":"${actor}:i${clock}","parentId":"${list}","parentKey":${key},"data":${text},"intent":"push"}`,
        );
      } else {
        const item = Math.floor(random() * listItems);
        const key = JSON.stringify(anyPosition(random));
        this.send((opId) => `{"type":1,"opId":"${opId}","id":"${list}x${item}","parentKey":${key}}`);
      }
    }
  }

  let pushes = 0;
  /** Increasing, like the positions of pushes by clients that see each other's; in a race, the server corrects one. */
  const laterPosition = () => {
    let rest = pushes++;
    let text = "";
    for (let i = 0; i < 4; i++) {
      text = String.fromCharCode(33 + (rest % 94)) + text;
      rest = Math.floor(rest / 94);
    }
    return `z${text}`;
  };

  const places = load.rooms.flatMap((urls, room) => urls.map((url, index) => ({ url, index, room })));
  const authors = await eachOf(places, async ({ url, index }) => {
    const author = new Author(index);
    author.member = await join(url, author.heard, (cause) => {
      failed(cause);
    });
    author.member.socket.send('[{"type":100,"targetActor":-1,"data":{}},{"type":200}]');
    await author.until(() => author.streamEnded);
    return author;
  });

  // The first client of each room creates the list that all its clients edit.
  const lists: string[] = [];
  for (const [at, { room, index }] of places.entries()) {
    const author = authors[at]!;
    if (index === 0) {
      const list = `${author.member.actor}:l`;
      lists[room] = list;
      author.send((opId) => `{"type":2,"opId":"${opId}","id":"${list}","parentId":"root","parentKey":"list"}`);
      if (load.kind === "move")
        author.send(
          ...Array.from(
            { length: listItems },
            (_, item) => (opId: string) =>
              `{"type":8,"opId":"${opId}","id":"${list}x${item}","parentId":"${list}","parentKey":${JSON.stringify(laterPosition())},"data":${item}}`,
          ),
        );
      await author.until(() => author.idle);
    }
  }
  for (const [at, { room }] of places.entries()) authors[at]!.list = lists[room]!;
  for (const author of authors) for (let i = 0; i < load.inFlight; i++) author.next();

  await pause(load.warmUpMs);
  measuring = true;
  const before = acked;
  const end = beginSpan(load.pid);
  await pause(load.windowMs);
  const span = end();
  measuring = false;
  const within = acked - before;
  stopped = true;
  if (failure !== undefined) throw failure;
  await Promise.all(authors.map((author) => author.until(() => author.idle)));
  for (const { member } of authors) member.socket.close();
  if (failure !== undefined) throw failure;
  return {
    acked: within,
    cpuMs: span.cpuMs,
    wallMs: span.wallMs,
    p50: latencies.quantile(0.5),
    p99: latencies.quantile(0.99),
  };
}

/** Anywhere in a list: four random digits, the last of them not zero. */
function anyPosition(random: () => number): string {
  let text = "";
  for (let i = 0; i < 4; i++) text += String.fromCharCode(33 + Math.floor(random() * 94));
  return text;
}

const opIdMark = Buffer.from('"opId":"');
const colon = 0x3a;
const quote = 0x22;
const digit0 = 0x30;
