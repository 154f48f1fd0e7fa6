import type { Socket } from "node:net";
import type { ClientMessage, ErrorCode, Limits } from "@weft/protocol";
import {
  closeCodeOf,
  decodeFrame,
  errors,
  lostCloseCode,
  frameFaults,
  scanFrame,
  ClientMessageType,
} from "@weft/protocol";
import type { Json } from "@weft/protocol";
import type { Clock, ClientSocket, Timer } from "@weft/room";
import { WebSocket } from "ws";
import type { ErrorBoundary } from "../error-boundary.ts";
import type { HeldMemory, Owner } from "../held-memory.ts";
import { closeReason } from "./close-reason.ts";
import { costOfAll, excessOf, opsOf } from "./cost.ts";
import { decodeLargeFrame } from "./large-frame.ts";
import { textFrame } from "./frame.ts";
import type { PacedOutput } from "./paced-output.ts";
import { createPacedOutput } from "./paced-output.ts";
import type { ReadingTurns } from "./reading-turns.ts";
import { readShortFrames } from "./short-frames.ts";
import type { TokenBucket } from "./token-bucket.ts";
import { createTokenBucket } from "./token-bucket.ts";
import { watchUnreadFrame } from "./unread-frame.ts";
import type { FrameReader, UnreadFrame } from "./unread-frame.ts";
import type { SlowReader, UnsentBytes } from "./unsent-bytes.ts";

/** What a connection reports; each call is counted. */
export interface ConnectionEvents {
  messagesReceived(count: number): void;
  messagesSent(count: number): void;
  bufferRoseOverSoft(): void;
  bufferFellUnderSoft(): void;
  connectionClosed(closeCode: number): void;
}

export interface ConnectionOptions {
  readonly socket: WebSocket;
  /** The TCP connection of the WebSocket: shared frames are written straight to it. */
  readonly wire: Socket;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly boundary: ErrorBoundary;
  readonly events: ConnectionEvents;
  /** The unsent bytes of all connections of the process. */
  readonly unsent: UnsentBytes;
  /** The memory of all input that has not been read to its end. */
  readonly unread: HeldMemory;
  /** The turns in which connections read long frames. */
  readonly turns: ReadingTurns;
  /** Who holds what has arrived of a frame. */
  readonly owners: () => readonly [caller: Owner, project?: Owner];
  readonly closed: (connection: ClientConnection) => void;
}

/** Takes the messages of a connection, in order. */
export interface MessageHandler {
  /** `bytes`: the size of their frame. */
  receive(messages: readonly ClientMessage[], bytes?: number): void;
  /** `closeCode`: with which the socket was closed, or 1006 where it was lost. */
  leave(closeCode: number): void;
}

/** For whom a connection is not read: the room stores too slowly, or too many requests about feeds wait. */
export type PausedFor = keyof typeof pauseBits;
const pauseBits = { room: 1, feeds: 2 } as const;

/**
 * One WebSocket, from the upgrade to the last byte.
 *
 *     paused ──attach(room)──► open ──close(…)──► closing ──► gone        the peer may leave at any time
 *
 * It reads nothing before it is attached, so that no input of an unknown caller is buffered. Input over the rate waits
 * in the kernel (`pause`). A peer that stays over its rate for `overRateCloseMs`, or does not read, is closed with
 * 1013.
 */
export interface ClientConnection extends ClientSocket {
  /** Whether the socket is still open for both sides. */
  readonly open: boolean;
  /** Begins to read. */
  attach(handler: MessageHandler): void;
  /** Each reason to pause ends by itself. */
  pause(reason?: PausedFor): void;
  resume(reason?: PausedFor): void;
  /** Checks liveness and stalled buffers; called for every connection at a fixed interval. */
  sweep(now: number): void;
}

export function openConnection(options: ConnectionOptions): ClientConnection {
  return new SocketConnection(options);
}

const ping = Buffer.from("ping");
const pong = textFrame("pong");
const ignore = () => {};
/** A peer that does not answer a close within this time is disconnected. */
const closeGraceMs = 2_000;
/** After this long without exceeding a rate, a connection counts as well-behaved again. */
const forgivenAfterMs = 5_000;

/** A peer that takes this much of a snapshot within `outputStallMs` is slow, and not stalled. */
const progressBytes = 64 * 1_024;
/** Less than this is not counted: it is mostly frames that all receivers of a room share. */
const countedFromBytes = 64 * 1_024;

class SocketConnection implements ClientConnection, SlowReader, FrameReader {
  readonly #options: ConnectionOptions;
  readonly #socket: WebSocket;
  readonly #wire: Socket;
  /** Made when the first frame has to wait in it. */
  #paced: PacedOutput | undefined;
  readonly #limits: Limits;
  readonly #messages: TokenBucket;
  readonly #bytes: TokenBucket;
  readonly #ops: TokenBucket;
  /** Updated by each write and when the buffer drains: every flush reads it for each receiver. */
  slow = false;
  #handler: MessageHandler | undefined;
  #closing = false;
  #closeCode: number = lostCloseCode;
  #gone = false;
  #heardAt: number;
  #pingedAt = -Infinity;
  #stalledSince: number | undefined;
  /** Bytes of snapshots in the buffer: the client asked for them, so they do not count toward the hard bound. */
  #asked = 0;
  /** The bytes that the peer's kernel had accepted when the stall clock was last set. */
  #takenAt = 0;
  /** Whether the total of the process includes bytes of this connection. */
  #counted = false;
  #overSince: number | undefined;
  #overLast = -Infinity;
  #resume: Timer | undefined;
  /** Who accepts no more input for now, as bits. */
  #pausedFor = 0;
  #cutOff: Timer | undefined;
  #probed = 0;
  #probes: Map<string, () => void> | undefined;
  /** Frames behind a large one wait, in order, until it has been decoded. */
  #decoding: Promise<void> | undefined;
  readonly #unreadFrame: UnreadFrame;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#socket = options.socket;
    this.#wire = options.wire;
    this.#limits = options.limits;
    const now = options.clock.monotonic();
    const { messagesPerSecond, messagesBurst, bytesPerSecond, bytesBurst, opsPerSecond, opsBurst } = options.limits;
    this.#messages = createTokenBucket(messagesPerSecond, messagesBurst, now);
    this.#bytes = createTokenBucket(bytesPerSecond, bytesBurst, now);
    this.#ops = createTokenBucket(opsPerSecond, opsBurst, now);
    this.#heardAt = now;
    const socket = this.#socket;
    socket.pause();
    readShortFrames({
      wire: options.wire,
      longest: options.limits.frame,
      message: (payload) => this.#take(payload, false),
    });
    this.#unreadFrame = watchUnreadFrame({
      wire: options.wire,
      memory: options.unread,
      turns: options.turns,
      reader: this,
    });
    socket.on("message", (data, isBinary) => this.#take(data as Buffer, isBinary));
    socket.on("pong", (data) => this.#contain("pong", () => this.#answered(data)));
    socket.on("ping", () => (this.#heardAt = options.clock.monotonic()));
    // ws has closed the socket by itself, with the right code (accepted-socket.ts, 1007, 1002).
    socket.on("error", ignore);
    socket.on("close", (code) => options.boundary.run("socket close", () => this.#end(code)));
    this.#wire.on("drain", () => {
      this.#contain("drained buffer", () => {
        if (this.#paced?.waiting === true) this.#paced.pass();
        this.#count();
        if (this.#stalledSince !== undefined && this.#unsent <= this.#limits.outputSoft) this.#relieved();
      });
    });
  }

  get open(): boolean {
    return !this.#closing && this.#socket.readyState === WebSocket.OPEN;
  }

  attach(handler: MessageHandler): void {
    if (!this.open) return handler.leave(this.#closeCode);
    this.#handler = handler;
    this.#socket.resume();
  }

  send(frame: Buffer, asked = false): void {
    if (!this.open) return;
    // Unsent bytes count, not the frame: the answer to a large op must reach its sender, or it sends the op for ever.
    if (this.#unsent - this.#asked > this.#limits.outputHard) return this.#refuseToWait();
    if (this.#paced?.waiting === true || (asked && this.#wire.writableNeedDrain))
      (this.#paced ??= createPacedOutput(this.#wire)).add(frame);
    else this.#wire.write(frame);
    this.#options.events.messagesSent(1);
    const unsent = this.#unsent;
    this.slow = unsent > this.#limits.outputSoft;
    if (!this.slow) {
      this.#asked = 0;
      if (unsent > countedFromBytes) this.#count();
      return;
    }
    if (asked) this.#asked += frame.length;
    this.#count();
    if (!this.open) return;
    if (this.#stalledSince === undefined) {
      this.#stalledSince = this.#options.clock.monotonic();
      this.#takenAt = this.#taken;
      this.#options.events.bufferRoseOverSoft();
    }
  }

  probe(answered: () => void): void {
    if (!this.open) return;
    if (this.#paced?.waiting === true) this.#paced.addStep(() => this.#sendProbe(answered));
    else this.#sendProbe(answered);
  }

  #sendProbe(answered: () => void): void {
    const id = `probe ${this.#probed++}`;
    (this.#probes ??= new Map()).set(id, answered);
    // One write with the frame that is sent behind it: a client that answers the probe then has that frame, too, and
    // sends nothing of its own in between.
    this.#wire.cork();
    process.nextTick(() => this.#wire.uncork());
    this.#socket.ping(id);
  }

  pause(reason: PausedFor = "room"): void {
    if (!this.open) return;
    this.#pausedFor |= pauseBits[reason];
    this.#socket.pause();
  }

  resume(reason: PausedFor = "room"): void {
    const paused = this.#pausedFor;
    this.#pausedFor &= ~pauseBits[reason];
    if (this.#pausedFor === paused || this.#pausedFor > 0) return;
    // While paused, the connection could not receive an answer.
    this.#heardAt = this.#options.clock.monotonic();
    this.#readOn();
  }

  close(error: ErrorCode, reason?: string): void {
    this.#closeWith(closeCodeOf(error), reason ?? errors[error].message);
  }

  sweep(now: number): void {
    if (this.#gone) return;
    if (this.#counted) this.#count();
    if (this.#stalledSince !== undefined) {
      if (this.#asked > 0 && this.#taken - this.#takenAt >= progressBytes) {
        // A large snapshot takes long on a slow line; a peer that keeps reading is not stalled.
        this.#stalledSince = now;
        this.#takenAt = this.#taken;
      }
      if (this.#unsent <= this.#limits.outputSoft) this.#relieved();
      else if (now - this.#stalledSince >= this.#limits.outputStallMs) return this.#refuseToWait();
    }
    if (this.#closing || this.#pausedFor > 0) return;
    const silent = now - this.#heardAt;
    if (silent >= this.#limits.silentConnectionMs) return this.#socket.terminate();
    if (silent >= this.#limits.heartbeatMs && now - this.#pingedAt >= this.#limits.heartbeatMs / 2) {
      this.#pingedAt = now;
      this.#socket.ping();
    }
  }

  #take(data: Buffer, isBinary: boolean): void {
    this.#unreadFrame.whole();
    // Not by `#contain`: this is done for each frame.
    try {
      this.#heard(data, isBinary);
    } catch (cause) {
      this.#contain("frame", () => {
        throw cause;
      });
    }
  }

  #heard(data: Buffer, isBinary: boolean): void {
    if (this.#handler === undefined || this.#closing) return;
    const now = this.#options.clock.monotonic();
    this.#heardAt = now;
    if (!isBinary && data.length === 4 && data.equals(ping)) {
      this.#wire.write(pong);
      return this.#limitRate(now, 1, data.length, 0);
    }
    if (isBinary) return this.close("INVALID_FRAME", "Frames are text.");
    if (this.#decoding !== undefined || data.length > this.#limits.frameSlice) {
      this.#socket.pause();
      const before = this.#decoding ?? Promise.resolve();
      const held = this.#unreadFrame.hold(data.length);
      const decoding = before.then(() => this.#decodeSlowly(data)).finally(() => held[Symbol.dispose]());
      this.#decoding = decoding;
      this.#contain("large frame", async () => {
        await decoding;
        if (this.#decoding !== decoding) return;
        this.#decoding = undefined;
        this.#readOn();
      });
      return this.#limitRate(now, 1, data.length, 0);
    }
    this.#decode(data, now);
  }

  /** An unexpected error ends this connection, and no other. */
  #contain(what: string, handler: () => unknown): void {
    this.#options.boundary.run(what, handler, () => this.close("INTERNAL_SERVER_ERROR"));
  }

  #answered(data: Buffer): void {
    this.#heardAt = this.#options.clock.monotonic();
    if (this.#probes === undefined || this.#closing) return;
    const id = data.toString();
    const answered = this.#probes.get(id);
    this.#probes.delete(id);
    if (answered === undefined) return;
    // Queued behind an earlier large frame.
    if (this.#decoding === undefined) answered();
    else this.#contain("answer", () => this.#decoding?.then(answered));
  }

  #decode(data: Buffer, now: number): void {
    const { limits } = this.#options;
    if (data.length > limits.frameScanFrom) {
      const fault = scanFrame(data, { depth: limits.frameDepth, tokens: limits.frameTokens });
      if (fault !== undefined) return this.close("INVALID_FRAME", frameFaults[fault]);
    }
    let frame: Json;
    try {
      frame = JSON.parse(data.toString()) as Json;
    } catch {
      return this.close("INVALID_FRAME", "The frame is not JSON.");
    }
    const decoded = decodeFrame(frame);
    if (decoded.kind === "malformed") return this.close("INVALID_FRAME", decoded.reason);
    const cost = costOfAll(decoded.messages, limits);
    const excess = excessOf(cost + (frame as readonly Json[]).length - decoded.messages.length, limits);
    if (excess !== undefined) return this.close("INVALID_FRAME", excess);
    if (data.length > limits.presence) {
      const oversized = findOversized(decoded.messages, limits);
      if (oversized !== undefined) return this.close("INVALID_FRAME", oversized);
    }
    this.#deliver(decoded.messages, data.length);
    this.#limitRate(now, Math.max(1, cost), data.length, opsOf(decoded.messages));
  }

  async #decodeSlowly(data: Buffer): Promise<void> {
    const { limits, clock } = this.#options;
    if (!this.open) return;
    const decoded = await decodeLargeFrame(data, limits, clock);
    if (decoded.kind === "malformed") return this.close("INVALID_FRAME", decoded.reason);
    for (const { messages } of decoded.parts) {
      const oversized = findOversized(messages, limits);
      if (oversized !== undefined) return this.close("INVALID_FRAME", oversized);
    }
    let bytes = data.length;
    for (const { messages } of decoded.parts) {
      if (!this.open) return;
      this.#deliver(messages, bytes);
      bytes = 0;
      this.#limitRate(clock.monotonic(), costOfAll(messages, limits), 0, opsOf(messages));
      await clock.yieldToEventLoop();
    }
  }

  #deliver(messages: readonly ClientMessage[], bytes: number): void {
    this.#options.events.messagesReceived(messages.length);
    this.#handler?.receive(messages, bytes);
  }

  /** Over a rate we stop reading: the client's sends then block. */
  #limitRate(now: number, messages: number, bytes: number, ops: number): void {
    const wait = Math.max(
      this.#messages.take(messages, now),
      this.#bytes.take(bytes, now),
      ops === 0 ? 0 : this.#ops.take(ops, now),
    );
    if (wait === 0) return;
    if (now - this.#overLast > forgivenAfterMs) this.#overSince = undefined;
    this.#overLast = now;
    this.#overSince ??= now;
    if (now - this.#overSince >= this.#limits.overRateCloseMs) return this.close("TRY_AGAIN_LATER");
    this.#socket.pause();
    this.#resume?.cancel();
    this.#resume = this.#options.clock.setTimer(wait, () => {
      this.#resume = undefined;
      this.#overLast = this.#options.clock.monotonic();
      this.#readOn();
    });
  }

  /** Resumes reading unless there is another reason to pause. */
  #readOn(): void {
    if (this.open && !this.isPaused) this.#socket.resume();
  }

  get isPaused(): boolean {
    return this.#pausedFor > 0 || this.#resume !== undefined || this.#decoding !== undefined;
  }

  /** What has arrived of its frames is more than may wait: nothing more of them is read. */
  refuseInput(): void {
    this.close("TRY_AGAIN_LATER", "Too much has been sent that is not complete.");
    this.#socket.pause();
  }

  endInput(): void {
    this.refuseInput();
    this.#socket.terminate();
  }

  inputOwners(): readonly [caller: Owner, project?: Owner] {
    return this.#options.owners();
  }

  get #unsent(): number {
    return this.#wire.writableLength + (this.#paced?.bytes ?? 0);
  }

  get #taken(): number {
    return this.#wire.bytesWritten - this.#wire.writableLength;
  }

  #relieved(): void {
    this.slow = false;
    this.#stalledSince = undefined;
    this.#asked = 0;
    this.#options.events.bufferFellUnderSoft();
  }

  /** The peer does not read: the close frame waits behind its unread data, so it gets little time. */
  #refuseToWait(): void {
    this.#paced?.drop();
    this.close("TRY_AGAIN_LATER", "The connection does not read what is sent to it.");
  }

  /** Called when the process has too many unsent bytes to wait even for a close. */
  abandon(): void {
    this.#counted = false;
    this.#refuseToWait();
    this.#socket.terminate();
  }

  /** Snapshots do not count here either, as for the connection's own bound: all receivers share one copy. */
  #count(): void {
    const owed = this.#gone ? 0 : Math.max(0, this.#unsent - this.#asked);
    const counts = owed > countedFromBytes;
    if (!counts && !this.#counted) return;
    this.#counted = counts;
    this.#options.unsent.set(this, counts ? owed : 0);
  }

  #closeWith(code: number, reason: string): void {
    if (this.#closing || this.#gone) return;
    this.#closing = true;
    this.#leave(code);
    this.#paced?.passAll();
    this.#socket.close(code, closeReason(reason));
    this.#cutOff = this.#options.clock.setTimer(closeGraceMs, () => this.#socket.terminate());
    // A paused socket would never receive the answer to its close.
    this.#socket.resume();
  }

  #leave(closeCode: number): void {
    this.#closeCode = closeCode;
    const handler = this.#handler;
    this.#handler = undefined;
    handler?.leave(closeCode);
  }

  #end(code: number): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#closing = true;
    this.#paced?.drop();
    this.#resume?.cancel();
    this.#cutOff?.cancel();
    this.#unreadFrame[Symbol.dispose]();
    this.#count();
    if (this.#stalledSince !== undefined) this.#relieved();
    this.#leave(code);
    this.#options.events.connectionClosed(code);
    this.#options.closed(this);
  }
}

/** Describes the first presence or event that is over its limit, as a sentence. */
function findOversized(messages: readonly ClientMessage[], limits: Limits): string | undefined {
  for (const message of messages) {
    if (
      message.type === ClientMessageType.updatePresence &&
      Buffer.byteLength(JSON.stringify(message.data)) > limits.presence
    )
      return `Presence is larger than ${limits.presence} bytes.`;
    if (
      message.type === ClientMessageType.broadcastEvent &&
      Buffer.byteLength(JSON.stringify(message.event) ?? "") > limits.broadcastEvent
    )
      return `A broadcast event is larger than ${limits.broadcastEvent} bytes.`;
  }
  return undefined;
}
