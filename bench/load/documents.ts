import type { Span } from "../measure.ts";
import { beginSpan, createHistogram, createRandom, residentBytes } from "../measure.ts";
import type { DialectName, WriterMark } from "./document-dialect.ts";
import { anybody, dialects, markOf, roomOf } from "./document-dialect.ts";
import { history, sumOf, typed, typedInto } from "./edits.ts";
import { atRest } from "./fetch.ts";
import { eachOf, pause } from "./member.ts";
import type { LoadSocket } from "./socket.ts";

export interface DocumentLoad {
  readonly pid: number;
  readonly dialect: DialectName;
  /** Rooms, each with the addresses of the connections that enter it. */
  readonly rooms: readonly (readonly string[])[];
}

/** How long a server runs at the measured rate before the measurement. */
const restMs = 500;

/** The cause that ended a connection unexpectedly. */
interface Ending {
  cause?: Error;
}

/** How long a server may take to deliver the last update to everyone. */
const settleMs = 60_000;

/** A client that has the document of a room open. */
class Author {
  readonly room: string;
  readonly client: number;
  socket!: LoadSocket;
  /** The bytes of frames with updates. They are the same for everyone in a room. */
  heardBytes = 0;
  acked = 0;
  acknowledged: (count: number) => void = () => {};
  /** The updates received by the first client of a room. */
  readonly updates: Uint8Array[] = [];

  constructor(room: string, client: number) {
    this.room = room;
    this.client = client;
  }
}

/** Enters and asks for the document, as every client does. Client ids count from 2 in each room. */
async function enterAll(
  { dialect: name, rooms }: DocumentLoad,
  failed: (cause: Error) => void,
  mark: (client: number) => WriterMark = markOf,
): Promise<readonly (readonly Author[])[]> {
  const dialect = dialects[name];
  const places = rooms.flatMap((urls, of) => urls.map((url, index) => ({ url, index, of })));
  const authors = await eachOf(places, async ({ url, index }) => {
    const author = new Author(roomOf(url), index + 2);
    const own = mark(author.client);
    const { promise: synced, resolve } = Promise.withResolvers<void>();
    let isSynced = false;
    const heard = (bytes: Buffer, from: number, to: number) => {
      if (!isSynced) {
        if (!dialect.holdsState(bytes, from, to)) return;
        isSynced = true;
        if (index === 0) author.updates.push(...dialect.read(bytes, from, to));
        return resolve();
      }
      if (dialect.holdsUpdates(bytes, from, to)) {
        author.heardBytes += to - from;
        if (index === 0) author.updates.push(...dialect.read(bytes, from, to));
      }
      const count = dialect.acks(bytes, from, to, own);
      if (count === 0) return;
      author.acked += count;
      author.acknowledged(count);
    };
    author.socket = await dialect.enter(url, heard, (cause) => {
      failed(cause);
      resolve();
    });
    author.socket.sendFrame(dialect.fetch(author.room));
    await synced;
    return author;
  });
  return rooms.map((_, of) => authors.filter((__, place) => places[place]!.of === of));
}

/** Whether everyone in a room has received the same number of bytes. */
function isAlike(authors: readonly Author[]): boolean {
  return authors.every(({ heardBytes }) => heardBytes === authors[0]!.heardBytes);
}

export interface TypingLoad extends DocumentLoad {
  readonly hz: number;
  /** How often each client types during the warm-up, so that the server's code is compiled. */
  readonly warmUpHz: number;
  readonly warmUpMs: number;
  readonly windowMs: number;
  /** The initial content of the documents, in base64. Everyone types at a place inside it. */
  readonly state?: string;
}

export interface TypingResult {
  readonly acked: number;
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly p50: number;
  readonly p99: number;
  /**
   * The share of all updates that are in the document of each room's first client, if all clients have received the
   * same.
   */
  readonly delivered: number;
}

/** Each client types characters at its own pace, whether or not the last one was acknowledged. */
export async function typingLoad(load: TypingLoad): Promise<TypingResult> {
  const latencies = createHistogram();
  let measuring = false;
  let acked = 0;
  const ended: Ending = {};
  const rooms = await enterAll(load, (cause) => (ended.cause ??= cause));
  if (ended.cause !== undefined) throw ended.cause;
  const writers = rooms.flatMap((authors) => writersOf(authors, load));
  for (const writer of writers) {
    let answered = 0;
    writer.author.acknowledged = (count) => {
      const now = performance.now();
      for (let i = 0; i < count; i++) {
        const sentAt = writer.sentAt[answered++]!;
        if (measuring) latencies.add(now - sentAt);
      }
      if (measuring) acked += count;
    };
  }
  const stopWarmUp = startTyping(writers, load.warmUpHz);
  await pause(load.warmUpMs);
  stopWarmUp();
  const stop = startTyping(writers, load.hz);
  await pause(restMs);
  measuring = true;
  const end = beginSpan(load.pid);
  await pause(load.windowMs);
  const span = end();
  measuring = false;
  stop();

  // Acknowledged updates may not have been delivered yet.
  const settledBy = performance.now() + settleMs;
  let delivered = 0;
  while (delivered < 1 && ended.cause === undefined && performance.now() < settledBy) {
    await pause(50);
    if (writers.every(({ author, sentAt }) => author.acked === sentAt.length))
      delivered = Math.min(...rooms.map((authors) => arrivedShare(authors, writers)));
  }
  for (const { author } of writers) author.socket.close();
  if (ended.cause !== undefined) throw ended.cause;
  return { ...span, acked, p50: latencies.quantile(0.5), p99: latencies.quantile(0.99), delivered };
}

/**
 * The smallest share of a writer's updates that is in the first client's document; 0 unless all have received the same.
 */
function arrivedShare(authors: readonly Author[], writers: readonly TypingWriter[]): number {
  if (!isAlike(authors)) return 0;
  const { clocks } = sumOf(authors[0]!.updates);
  const here = writers.filter(({ author }) => authors.includes(author));
  return Math.min(...here.map(({ author, sentAt }) => (clocks.get(author.client) ?? 0) / sentAt.length));
}

interface TypingWriter {
  readonly author: Author;
  readonly frames: readonly Buffer[];
  readonly sentAt: number[];
}

function writersOf(authors: readonly Author[], load: Omit<TypingLoad, "pid" | "rooms">): TypingWriter[] {
  const dialect = dialects[load.dialect];
  const { hz, warmUpHz, warmUpMs, windowMs } = load;
  const each = Math.ceil((warmUpHz * warmUpMs + hz * (restMs + windowMs)) / 1_000) + 50;
  const clients = authors.map(({ client }) => client);
  const edits =
    load.state === undefined
      ? clients.map((client) => typed(client, each))
      : typedInto(Buffer.from(load.state, "base64"), clients, each);
  return authors.map((author, index) => ({
    author,
    frames: edits[index]!.map((update) => dialect.update(author.room, update)),
    sentAt: [],
  }));
}

/** Each writer keeps its own phase, independent of the others, so keystrokes may arrive together. */
function startTyping(writers: readonly TypingWriter[], hz: number): () => void {
  const random = createRandom(1);
  const periodMs = 1_000 / hz;
  const order = writers
    .map((writer) => ({ writer, phaseMs: random() * periodMs }))
    .sort((a, b) => a.phaseMs - b.phaseMs);
  const startedAt = performance.now();
  let due = 0;
  let stopped = false;
  const dueAt = () => startedAt + Math.floor(due / order.length) * periodMs + order[due % order.length]!.phaseMs;
  const beat = () => {
    if (stopped) return;
    for (; dueAt() <= performance.now(); due++) {
      const { author, frames, sentAt } = order[due % order.length]!.writer;
      const frame = frames[sentAt.length];
      if (frame === undefined) continue;
      sentAt.push(performance.now());
      author.socket.sendFrame(frame);
    }
    setTimeout(beat, Math.max(0, dueAt() - performance.now()));
  };
  beat();
  return () => (stopped = true);
}

export interface ReplayLoad extends DocumentLoad {
  readonly edits: number;
  /** Updates that may wait for their ack. */
  readonly inFlight: number;
  /** One character after another, or a long editing history. */
  readonly kind: "typing" | "history";
}

export interface ReplayResult extends Span {
  /** The share of the updates that the first client in the room has. */
  readonly delivered: number;
  /** The writer's clock after all of them. */
  readonly clock: number;
  /** Everything encoded anew. */
  readonly freshBytes: number;
}

/**
 * One client sends many single edits, each in its own frame, as fast as they are acknowledged; another receives them.
 */
export async function replayLoad(load: ReplayLoad): Promise<ReplayResult> {
  const dialect = dialects[load.dialect];
  const ended: Ending = {};
  let wake = () => {};
  const failed = (cause: Error) => {
    ended.cause ??= cause;
    wake();
  };
  const [[reader, writer]] = (await enterAll(load, failed, () => anybody)) as [[Author, Author]];
  writer.acknowledged = () => wake();
  const edits: Uint8Array[] = [];
  if (load.kind === "typing") edits.push(...typed(writer.client, load.edits));
  else history(load.edits, writer.client, (update) => edits.push(update));
  const frames = edits.map((update) => dialect.update(writer.room, update));
  const end = beginSpan(load.pid);
  for (let sent = 0; sent < frames.length && ended.cause === undefined;) {
    while (sent < frames.length && sent - writer.acked < load.inFlight) writer.socket.sendFrame(frames[sent++]!);
    if (sent < frames.length) await new Promise<void>((resolve) => (wake = resolve));
  }
  const settledBy = performance.now() + settleMs;
  const isSettled = () => writer.acked >= frames.length && isAlike([reader, writer]);
  while (!isSettled() && ended.cause === undefined && performance.now() < settledBy) await pause(5);
  const { wallMs } = end();
  await atRest(load.pid);
  const { cpuMs } = end();
  for (const { socket } of [writer, reader]) socket.close();
  if (ended.cause !== undefined) throw ended.cause;
  const fresh = sumOf(edits);
  const clock = fresh.clocks.get(writer.client)!;
  const arrived = sumOf(reader.updates).clocks.get(writer.client) ?? 0;
  return { wallMs, cpuMs, delivered: arrived / clock, clock, freshBytes: fresh.bytes };
}

export interface SeedLoad extends DocumentLoad {
  /** Base64. */
  readonly state: string;
}

/** Writes a whole document into each room. Returns the resident memory of the server's process while all are open. */
export async function seedLoad(load: SeedLoad): Promise<{ readonly resident: number }> {
  const dialect = dialects[load.dialect];
  const ended: Ending = {};
  const state = Buffer.from(load.state, "base64");
  const authors = (
    await enterAll(
      load,
      (cause) => (ended.cause ??= cause),
      () => anybody,
    )
  ).flat();
  for (const { socket, room } of authors) socket.sendFrame(dialect.update(room, state));
  while (authors.some(({ acked }) => acked === 0) && ended.cause === undefined) await pause(5);
  const resident = residentBytes(load.pid);
  for (const { socket } of authors) socket.close();
  if (ended.cause !== undefined) throw ended.cause;
  return { resident };
}

export interface OpenResult extends Span {
  /** The clock of each client of the first room. */
  readonly clocks: readonly (readonly [client: number, clock: number])[];
}

/**
 * Opens the documents. Measures the time from the first byte until every client has everything, and the server's CPU
 * until it is idle.
 */
export async function openLoad(load: DocumentLoad): Promise<OpenResult> {
  const ended: Ending = {};
  const end = beginSpan(load.pid);
  const rooms = await enterAll(load, (cause) => (ended.cause ??= cause));
  const { wallMs } = end();
  await atRest(load.pid);
  const { cpuMs } = end();
  for (const { socket } of rooms.flat()) socket.close();
  if (ended.cause !== undefined) throw ended.cause;
  return { wallMs, cpuMs, clocks: [...sumOf(rooms[0]![0]!.updates).clocks] };
}

export interface CutLoad extends DocumentLoad {
  readonly hz: number;
  readonly forMs: number;
}

/**
 * Every client types until the server is killed, mid-typing. Returns what was acknowledged to each client of the first
 * room.
 */
export async function cutLoad(load: CutLoad): Promise<{ readonly acked: readonly (readonly [number, number])[] }> {
  const ended: Ending = {};
  const rooms = await enterAll(load, (cause) => (ended.cause ??= cause));
  if (ended.cause !== undefined) throw ended.cause;
  const writers = rooms.flatMap((authors) =>
    writersOf(authors, { ...load, warmUpHz: 0, warmUpMs: 0, windowMs: load.forMs }),
  );
  const stop = startTyping(writers, load.hz);
  await pause(load.forMs);
  process.kill(load.pid, "SIGKILL");
  // Bytes that the dead server had written may still arrive.
  while (ended.cause === undefined) await pause(5);
  stop();
  for (const { author } of writers) author.socket.close();
  return { acked: rooms[0]!.map(({ client, acked }) => [client, acked]) };
}
