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

/** How long a server has at the pace that is measured before it is. */
const restMs = 500;

/** What ended a connection that was to stay. */
interface Ending {
  cause?: Error;
}

/** How long a server may take to tell everybody what it was told last. */
const settleMs = 60_000;

/** Somebody who has the document of a room open. */
class Author {
  readonly room: string;
  readonly client: number;
  socket!: LoadSocket;
  /** Bytes of frames with updates, which everybody in a room gets alike. */
  heardBytes = 0;
  acked = 0;
  acknowledged: (count: number) => void = () => {};
  /** What came to the first of a room. */
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

/** Whether everybody in a room has been told as much as the others. */
function isAlike(authors: readonly Author[]): boolean {
  return authors.every(({ heardBytes }) => heardBytes === authors[0]!.heardBytes);
}

export interface TypingLoad extends DocumentLoad {
  readonly hz: number;
  /** How often each types before it is measured: a server that has been at work for a while has its code compiled. */
  readonly warmUpHz: number;
  readonly warmUpMs: number;
  readonly windowMs: number;
  /** What the documents hold already, base64: everybody types somewhere in it. */
  readonly state?: string;
}

export interface TypingResult {
  readonly acked: number;
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly p50: number;
  readonly p99: number;
  /** Share of all updates that are in the first one's document of each room, if all in the room have been told the same. */
  readonly delivered: number;
}

/** Everybody types a character in their own rhythm, whether or not the last was acknowledged. */
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

  // What was acknowledged need not have been told yet.
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

/** The least share of a writer's updates that is in the first one's document; none unless all have been told the same. */
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

/** Each writer keeps its own beat, and nobody else's: what they type may arrive together. */
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
  /** One character after another, or what a long editing history consists of. */
  readonly kind: "typing" | "history";
}

export interface ReplayResult extends Span {
  /** Share of the updates that the first in the room has. */
  readonly delivered: number;
  /** The writer's clock after all of them. */
  readonly clock: number;
  /** Everything encoded anew. */
  readonly freshBytes: number;
}

/** One sends many single edits, each in a frame of its own, as fast as they are acknowledged; another hears them. */
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

/** Writes a whole document into each room. Answers what the server's process is resident with while all are open. */
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
  /** How far each client's clock has come, of the first room. */
  readonly clocks: readonly (readonly [client: number, clock: number])[];
}

/** Opens the documents: from the first byte until everybody has everything, and what it costs the server until it rests. */
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

/** Everybody types until the server is killed, in the middle of it. Answers what each client of the first room was acked. */
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
  // What the dead server had written is still on its way.
  while (ended.cause === undefined) await pause(5);
  stop();
  for (const { author } of writers) author.socket.close();
  return { acked: rooms[0]!.map(({ client, acked }) => [client, acked]) };
}
