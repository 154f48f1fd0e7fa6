import type { ErrorCode, Json, Limits, ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { limits, ServerMessage } from "@weft/protocol";
import type {
  ActorRecord,
  Author,
  Clock,
  CommitJob,
  DocumentRow,
  DocumentWrite,
  ClientSocket,
  OpenedRoom,
  RoomCommit,
  RoomEffects,
  RoomEvents,
  RoomKey,
  RoomStore,
  Uploads,
} from "../src/index.ts";
import { StaleEpoch, headroom } from "../src/index.ts";

/** A clock that moves only when a test advances it. */
export interface ManualClock extends Clock {
  /** Lets this many milliseconds pass, running what falls due, in order. */
  advance(byMs: number): Promise<void>;
}

export function createManualClock(): ManualClock {
  let time = 1_000;
  let timers: { at: number; run: () => void }[] = [];
  return {
    monotonic: () => time,
    now: () => 1_800_000_000_000 + time,
    setTimer(afterMs, run) {
      const timer = { at: time + afterMs, run };
      timers.push(timer);
      return { cancel: () => void (timers = timers.filter((other) => other !== timer)) };
    },
    yieldToEventLoop: () => Promise.resolve(),
    defer: (run) => run(),
    async advance(byMs) {
      const until = time + byMs;
      await settled();
      for (;;) {
        const due = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
        if (due === undefined) break;
        timers = timers.filter((timer) => timer !== due);
        time = Math.max(time, due.at);
        due.run();
        await settled();
      }
      time = until;
      await settled();
    },
  };
}

/** Lets every promise that can settle do so. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
}

interface StoredRoom {
  epoch: number;
  seq: number;
  nextActor: number;
  readonly nodes: Map<string, string>;
  readonly actors: Map<number, ActorRecord>;
  /** By `guid`; the root document is "". */
  readonly documents: Map<string, readonly DocumentRow[]>;
  readonly authors: Author[];
  readonly jobs: CommitJob[];
}

/** The rows of a document after one more was written. */
export function rowsAfter(rows: readonly DocumentRow[], write: DocumentWrite): readonly DocumentRow[] {
  const kept =
    write.kind === "row"
      ? [...rows.filter(({ id }) => id !== write.id), { id: write.id, update: write.update, v2: write.v2 }]
      : [
          ...rows.filter(({ id }) => id > write.through || write.kept.includes(id)),
          { id: write.through, update: write.state, v2: false },
        ];
  return kept.toSorted((a, b) => a.id - b.id);
}

/** A store in memory whose flushes happen when the test says so. */
export interface ManualStore extends RoomStore {
  /** Commits that wait to be flushed. */
  readonly waiting: readonly RoomCommit[];
  /** Makes the oldest waiting commits durable (by default all of them) and answers them. */
  flush(count?: number): Promise<void>;
  /** Loses the oldest waiting commit, and says so. */
  fail(cause?: Error): Promise<void>;
  full: boolean;
  /** Flushes by itself from now on. */
  flushAtOnce(): void;
  /** What would be left after a power cut. */
  readonly durable: StoredRoom;
}

/** `checksEpochs`: whether it refuses what former owners commit, as stores do. */
export function createManualStore({ checksEpochs = true } = {}): ManualStore {
  const durable: StoredRoom = {
    epoch: 0,
    seq: 0,
    nextActor: 0,
    nodes: new Map(),
    actors: new Map(),
    documents: new Map(),
    authors: [],
    jobs: [],
  };
  const waiting: { commit: RoomCommit; resolve: () => void; reject: (cause: Error) => void }[] = [];
  let atOnce = false;
  const apply = (commit: RoomCommit) => {
    if (checksEpochs && commit.epoch !== durable.epoch) throw new StaleEpoch();
    if (commit.clear === true) durable.nodes.clear();
    for (const id of commit.drops) durable.nodes.delete(id);
    for (let at = 0; at < commit.puts.length; at += 2) durable.nodes.set(commit.puts[at]!, commit.puts[at + 1]!);
    for (const actor of commit.actors) durable.actors.set(actor.actor, actor);
    for (const write of commit.documents ?? []) {
      durable.documents.set(write.guid, rowsAfter(durable.documents.get(write.guid) ?? [], write));
    }
    durable.authors.push(...(commit.authors ?? []));
    durable.jobs.push(...(commit.jobs ?? []));
    durable.seq = commit.seq;
    if (commit.nextActor !== undefined) durable.nextActor = commit.nextActor;
  };
  return {
    full: false,
    durable,
    get waiting() {
      return waiting.map(({ commit }) => commit);
    },
    open(_address: RoomAddress, reserve: number): Promise<OpenedRoom> {
      durable.epoch += 1;
      const firstActor = durable.nextActor;
      durable.nextActor += reserve;
      return Promise.resolve({ project: "p", key: 1, epoch: durable.epoch, seq: durable.seq, firstActor });
    },
    async *nodes(_room: RoomKey) {
      const texts = [...durable.nodes.values()];
      for (let at = 0; at < texts.length; at += 3) yield Buffer.from(texts.slice(at, at + 3).join(","));
    },
    documentRows: (_room, guid) => Promise.resolve([...(durable.documents.get(guid) ?? [])]),
    actor: (_room, actor) => Promise.resolve(durable.actors.get(actor)),
    address: () => Promise.resolve({ project: "p" as ProjectId, room: "r" as RoomId }),
    commit(commit) {
      if (atOnce) {
        apply(commit);
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => waiting.push({ commit, resolve, reject }));
    },
    async flush(count = Infinity) {
      for (let flushed = 0; flushed < count && waiting.length > 0; flushed++) {
        const { commit, resolve, reject } = waiting.shift()!;
        try {
          apply(commit);
          resolve();
        } catch (cause) {
          reject(cause as Error);
        }
        await settled();
      }
    },
    async fail(cause = new Error("The disk is on fire.")) {
      waiting.shift()?.reject(cause);
      await settled();
    },
    flushAtOnce() {
      atOnce = true;
    },
  };
}

/** A socket that records what it was sent. */
export interface RecordingSocket extends ClientSocket {
  /** Every frame, parsed. */
  readonly frames: Json[];
  /** Every message, out of its frame. */
  readonly messages: Record<string, Json>[];
  /** Buffers as they were handed over. */
  readonly buffers: Buffer[];
  readonly closed: { error: ErrorCode; reason: string | undefined } | undefined;
  slow: boolean;
  readonly paused: boolean;
  /** Whether probes are answered at once; otherwise they wait for `answer`. */
  responsive: boolean;
  /** Answers every probe so far. */
  answer(): void;
  /** Messages since the last call. */
  take(): Record<string, Json>[];
}

export function createRecordingSocket(): RecordingSocket {
  const frames: Json[] = [];
  const buffers: Buffer[] = [];
  let closed: RecordingSocket["closed"];
  let taken = 0;
  let paused = false;
  const probes: (() => void)[] = [];
  const all = () => frames.flatMap((frame) => (Array.isArray(frame) ? frame : [frame])) as Record<string, Json>[];
  return {
    frames,
    buffers,
    slow: false,
    get messages() {
      return all();
    },
    get closed() {
      return closed;
    },
    get paused() {
      return paused;
    },
    take() {
      const messages = all().slice(taken);
      taken += messages.length;
      return messages;
    },
    send(frame) {
      if (closed !== undefined) return;
      buffers.push(frame);
      const said = JSON.parse(frame.toString()) as Json;
      // Every message of a room has its declared shape.
      for (const message of Array.isArray(said) ? said : [said]) ServerMessage.parse(message);
      frames.push(said);
    },
    responsive: true,
    probe(answered) {
      if (this.responsive) answered();
      else probes.push(answered);
    },
    answer() {
      for (const answered of probes.splice(0)) answered();
    },
    pause: () => void (paused = true),
    resume: () => void (paused = false),
    close(error, reason) {
      closed ??= { error, reason };
    },
  };
}

/** No header: the payload itself. */
export const bareSeal = (buffer: Buffer): Buffer => buffer.subarray(headroom);

export const silentEvents: RoomEvents = {
  roomLoaded: () => {},
  roomDropped: () => {},
  roomUnloaded: () => {},
  roomChanged: () => {},
  connectionEntered: () => {},
  connectionLeft: () => {},
  opsCommitted: () => {},
  opsRefused: () => {},
  replaysAnswered: () => {},
  committed: () => {},
  acknowledged: () => {},
  updateRefused: () => {},
  documentBroken: () => {},
};

export function limitsWith(overrides: Partial<Limits> = {}): Limits {
  return { ...limits, ...overrides };
}

/** Rooms to which nothing was uploaded. */
export const noUploads: Uploads = { findMany: () => Promise.resolve(new Map()) };

/** Effects that add nothing to commits. */
export const noEffects: RoomEffects = {
  open: () => ({ committing: () => [], settled: () => {}, close: () => {} }),
  begin: async () => ({ kind: "covered" }),
};
