import type { Socket } from "node:net";
import { closeCodeOf, errors, frameFaults, scanFrame, WeftError } from "@weft/protocol";
import type { ErrorCode, Limits } from "@weft/protocol";
import type { Clock, Timer } from "@weft/room";
import { WebSocket } from "ws";
import type { ErrorBoundary } from "../error-boundary.ts";
import type { HeldMemory, Owner } from "../held-memory.ts";
import { closeReason } from "./close-reason.ts";
import type { FrameTurns } from "./frame-turns.ts";
import type { ReadingTurns } from "./reading-turns.ts";
import { closable } from "./socket-admission.ts";
import type { AdmittedSocket } from "./socket-admission.ts";
import { watchUnreadFrame } from "./unread-frame.ts";

/** How often credentials are checked again. */
const recheckMs = 15_000;
const closeGraceMs = 2_000;

export interface BoundedSocketOptions {
  readonly clock: Clock;
  readonly limits: Limits;
  readonly boundary: ErrorBoundary;
  /** Whether all sockets of this kind together have too many unread bytes. */
  readonly isCrowded?: () => boolean;
  /** Takes a frame of text that may be parsed as JSON; frames of bytes are dropped. */
  readonly received?: (text: string) => void;
  /** Where long frames wait for their turn to be handled; not needed where none are. */
  readonly frameTurns?: FrameTurns;
  /** Counts what has arrived of a frame that is not whole; not needed where frames are short. */
  readonly unread?: {
    readonly memory: HeldMemory;
    readonly turns: ReadingTurns;
    readonly owners: () => readonly [caller: Owner, project?: Owner];
  };
}

/** Why a frame must not be parsed: it is nested too deeply, or holds too many values. */
function faultOf(frame: Buffer, { frameScanFrom, frameDepth, chatFrameTokens }: Limits): string | undefined {
  if (frame.length < frameScanFrom) return undefined;
  const fault = scanFrame(frame, { depth: frameDepth, tokens: chatFrameTokens });
  return fault && frameFaults[fault];
}

/** Longer frames are parsed one in each turn of the event loop. */
const longFrame = 16 * 1_024;

/** A socket whose peer must read and stay alive: unread bytes are bounded, and a silent peer is disconnected. */
export class BoundedSocket implements AdmittedSocket {
  readonly address: string;
  expiresAt: number | undefined;
  expiry: Timer | undefined;
  readonly #socket: WebSocket;
  readonly #wire: Socket;
  readonly #clock: Clock;
  readonly #limits: Limits;
  readonly #isCrowded: () => boolean;
  #heardAt: number;
  #recheckedAt: number;
  #stalledSince: number | undefined;
  /** The bytes that the peer's kernel had accepted at the last check. */
  #taken = 0;
  /** Bytes in the buffer that were asked for. */
  #asked = 0;
  #closing = false;
  #cutOff: Timer | undefined;
  /** Called when it begins to close, and when it is closed. */
  left: () => void = () => {};
  /** Rejects when the credential does not hold any more; asked now and then. */
  recheck: (() => Promise<unknown>) | undefined;

  constructor(socket: WebSocket, wire: Socket, address: string, options: BoundedSocketOptions) {
    const { clock, limits, boundary, isCrowded, received, unread, frameTurns } = options;
    this.address = address;
    this.#socket = socket;
    this.#wire = wire;
    this.#clock = clock;
    this.#limits = limits;
    this.#isCrowded = isCrowded ?? (() => false);
    this.#heardAt = clock.monotonic();
    this.#recheckedAt = this.#heardAt;
    const heard = () => (this.#heardAt = clock.monotonic());
    let waiting = 0;
    let refused = false;
    const refuse = () => {
      refused = true;
      this.close("TRY_AGAIN_LATER", "Too much has been sent that is not complete.");
      socket.pause();
    };
    const end = () => {
      refuse();
      socket.terminate();
    };
    const unreadFrame =
      unread &&
      watchUnreadFrame({
        wire,
        memory: unread.memory,
        turns: unread.turns,
        reader: {
          inputOwners: unread.owners,
          get isPaused() {
            return waiting > 0;
          },
          refuseInput: refuse,
          endInput: end,
        },
      });
    socket.on("pong", heard);
    const handle = (frame: Buffer) => {
      if (received === undefined || this.#closing) return;
      boundary.run(
        "frame",
        () => {
          const fault = faultOf(frame, limits);
          if (fault !== undefined) return this.close("INVALID_FRAME", fault);
          received(frame.toString());
        },
        () => this.close("INTERNAL_SERVER_ERROR"),
      );
    };
    socket.on("message", (data, isBinary) => {
      heard();
      unreadFrame?.whole();
      if (received === undefined || isBinary || this.#closing) return;
      const frame = data as Buffer;
      if (frameTurns === undefined || (waiting === 0 && frame.length <= longFrame)) return handle(frame);
      // What follows waits behind it, most of it unread.
      waiting++;
      socket.pause();
      const held = unreadFrame?.hold(frame.length);
      frameTurns.wait(() => {
        held?.[Symbol.dispose]();
        waiting--;
        handle(frame);
        if (waiting === 0 && !refused) socket.resume();
      });
    });
    socket.on("error", () => socket.terminate());
    socket.on("close", () => {
      this.#closing = true;
      this.#cutOff?.cancel();
      unreadFrame?.[Symbol.dispose]();
      boundary.run("socket close", () => this.left());
    });
  }

  get closed(): boolean {
    return this.#closing;
  }

  /** Bytes that wait for the peer to read. */
  get unsent(): number {
    return this.#wire.writableLength;
  }

  get busy(): boolean {
    return this.#wire.writableLength > this.#limits.outputSoft;
  }

  send(message: string, asked = false): void {
    if (this.#closing || this.#socket.readyState !== WebSocket.OPEN) return;
    if (this.#wire.writableLength - this.#asked > this.#limits.outputHard) return this.close("TRY_AGAIN_LATER");
    if (asked && this.#isCrowded()) return this.close("TRY_AGAIN_LATER");
    this.#socket.send(message);
    const unsent = this.#wire.writableLength;
    if (unsent <= this.#limits.outputSoft) this.#asked = 0;
    else if (asked) this.#asked += Buffer.byteLength(message);
  }

  close(error: ErrorCode, reason?: string): void {
    if (this.#closing) return;
    this.#closing = true;
    this.#socket.close(closeCodeOf(error), closeReason(reason ?? errors[error].message));
    // A peer that does not read would not answer the close either.
    this.#cutOff = this.#clock.setTimer(closeGraceMs, () => this.#socket.terminate());
    this.left();
  }

  sweep(now: number): void {
    if (this.#closing) return;
    const taken = this.#wire.bytesWritten - this.#wire.writableLength;
    if (this.#wire.writableLength === 0 || taken > this.#taken) this.#stalledSince = undefined;
    else this.#stalledSince ??= now;
    this.#taken = taken;
    if (this.#stalledSince !== undefined && now - this.#stalledSince >= this.#limits.outputStallMs)
      return this.close("TRY_AGAIN_LATER");
    if (now - this.#heardAt >= this.#limits.silentConnectionMs) return this.#socket.terminate();
    if (now - this.#heardAt >= this.#limits.heartbeatMs) this.#socket.ping();
    if (this.recheck === undefined || now - this.#recheckedAt < recheckMs) return;
    this.#recheckedAt = now;
    this.recheck().catch((cause: unknown) => {
      if (cause instanceof WeftError) this.close(closable(cause.code));
    });
  }
}
