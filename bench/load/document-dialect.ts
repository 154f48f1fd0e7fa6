import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import { join } from "./member.ts";
import type { Heard } from "./member.ts";
import { binaryFrame, openSocket, textFrame } from "./socket.ts";
import type { Ears, LoadSocket } from "./socket.ts";

/**
 * The protocol of a server of Yjs documents. Frames are prepared in advance, and answers are read only as far as needed
 * to find what they acknowledge, so that the load costs the same with every server.
 */
export interface DocumentDialect {
  /** Resolves once the server has admitted the connection. */
  enter(url: string, heard: Heard, failed: (cause: Error) => void): Promise<LoadSocket>;
  /** Asks for the whole document. */
  fetch(room: string): Buffer;
  update(room: string, update: Uint8Array): Buffer;
  /** Whether the frame holds updates of any writer. */
  holdsUpdates(bytes: Buffer, from: number, to: number): boolean;
  /** How many of the writer's own updates the frame acknowledges. */
  acks(bytes: Buffer, from: number, to: number, writer: WriterMark): number;
  /** Whether the frame holds the answer to `fetch`. */
  holdsState(bytes: Buffer, from: number, to: number): boolean;
  /** Every update in the frame, the state that was asked for included. */
  read(bytes: Buffer, from: number, to: number): readonly Uint8Array[];
}
export type DialectName = keyof typeof dialects;

/**
 * The start of every update of a writer: one client with one struct, under the writer's client id, which is below 128.
 */
export interface WriterMark {
  readonly client: number | undefined;
  readonly text: Buffer;
}
/** For a single writer. */
export const anybody: WriterMark = { client: undefined, text: Buffer.from('"update":"') };
export function markOf(client: number): WriterMark {
  return { client, text: Buffer.from(`"update":"${Buffer.from([1, 1, client]).toString("base64")}`) };
}

export function roomOf(url: string): string {
  return new URL(url).searchParams.get("roomId")!;
}

const updateBegin = Buffer.from('[{"type":300');
const stateMark = Buffer.from('"isSync":true');

const weft: DocumentDialect = {
  enter: async (url, heard, failed) => (await join(url, heard, failed)).socket,
  fetch: () => textFrame('[{"type":300,"vector":""}]'),
  update: (_, update) => textFrame(`[{"type":301,"update":"${Buffer.from(update).toString("base64")}"}]`),
  holdsUpdates: (bytes, from) => startsWith(bytes, from, updateBegin),
  acks(bytes, from, to, { text }) {
    const frame = bytes.subarray(from, to);
    let count = 0;
    for (let at = frame.indexOf(text); at >= 0; at = frame.indexOf(text, at + text.length)) count++;
    return count;
  },
  holdsState: (bytes, from, to) => bytes.subarray(from, to).includes(stateMark),
  read(bytes, from, to) {
    const messages = JSON.parse(bytes.toString("utf8", from, to)) as { type: number; update: string }[];
    return [messages].flat().flatMap(({ type, update }) => (type === 300 ? [Buffer.from(update, "base64")] : []));
  },
};

function startsWith(bytes: Buffer, from: number, start: Buffer): boolean {
  return bytes.compare(start, 0, start.length, from, from + start.length) === 0;
}

// The message types of `y-protocols`, and those that hocuspocus adds.
const [messageSync, messageAuth, messageSyncStatus] = [0, 2, 8];
const [syncStep1, syncStep2, syncUpdate] = [0, 1, 2];
const nothingKnown = Uint8Array.of(0);

function sync(name: string | undefined, step: number, payload: Uint8Array): Buffer {
  const encoder = encoding.createEncoder();
  if (name !== undefined) encoding.writeVarString(encoder, name);
  encoding.writeVarUint(encoder, messageSync);
  encoding.writeVarUint(encoder, step);
  encoding.writeVarUint8Array(encoder, payload);
  return binaryFrame(encoding.toUint8Array(encoder));
}

function readSync(bytes: Buffer, from: number, to: number): readonly Uint8Array[] {
  if (bytes[from] !== messageSync || bytes[from + 1] === syncStep1) return [];
  return [decoding.readVarUint8Array(decoding.createDecoder(bytes.subarray(from + 2, to))).slice()];
}

async function enterBinary(
  url: string,
  heard: Heard,
  failed: (cause: Error) => void,
  more: Partial<Ears> = {},
): Promise<LoadSocket> {
  return openSocket(url, {
    text: () => failed(new Error("the server sent text")),
    binary: heard,
    closed: (code, reason) => failed(new Error(`the server closed a connection with ${code}: ${reason}`)),
    ...more,
  });
}

const yWebsocket: DocumentDialect = {
  enter: enterBinary,
  fetch: () => sync(undefined, syncStep1, nothingKnown),
  update: (_, update) => sync(undefined, syncUpdate, update),
  holdsUpdates: (bytes, from) => bytes[from] === messageSync && bytes[from + 1] === syncUpdate,
  // The length, which takes one byte, the number of clients, that of structs, and the client id.
  acks(bytes, from, _, { client }) {
    if (bytes[from] !== messageSync || bytes[from + 1] !== syncUpdate) return 0;
    return client === undefined || bytes[from + 5] === client ? 1 : 0;
  },
  holdsState: (bytes, from) => bytes[from] === messageSync && bytes[from + 1] === syncStep2,
  read: readSync,
};

/** Messages begin with the name of the document. */
const afterName = (bytes: Buffer, from: number) => from + 1 + bytes[from]!;

const hocuspocus: DocumentDialect = {
  async enter(url, heard, failed) {
    const { promise: admitted, resolve, reject } = Promise.withResolvers<void>();
    let isIn = false;
    const fails = (cause: Error) => (isIn ? failed(cause) : reject(cause));
    const socket = await enterBinary(
      url,
      (bytes, from, to) => {
        if (isIn) return heard(bytes, from, to);
        if (bytes[afterName(bytes, from)] !== messageAuth) return;
        isIn = true;
        resolve();
      },
      fails,
    );
    const encoder = encoding.createEncoder();
    encoding.writeVarString(encoder, roomOf(url));
    encoding.writeVarUint(encoder, messageAuth);
    encoding.writeVarUint(encoder, 0);
    encoding.writeVarString(encoder, "token");
    socket.sendFrame(binaryFrame(encoding.toUint8Array(encoder)));
    await admitted;
    return socket;
  },
  fetch: (room) => sync(room, syncStep1, nothingKnown),
  update: (room, update) => sync(room, syncUpdate, update),
  holdsUpdates: (bytes, from, to) => yWebsocket.holdsUpdates(bytes, afterName(bytes, from), to),
  acks: (bytes, from) => (bytes[afterName(bytes, from)] === messageSyncStatus ? 1 : 0),
  holdsState: (bytes, from, to) => yWebsocket.holdsState(bytes, afterName(bytes, from), to),
  read: (bytes, from, to) => readSync(bytes, afterName(bytes, from), to),
};

export const dialects = { weft, hocuspocus, "y-websocket": yWebsocket } as const;
