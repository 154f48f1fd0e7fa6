import type { Socket } from "node:net";
import type { Limits, ProjectId } from "@weft/protocol";
import type { HeldMemory, Holding, Owner } from "../held-memory.ts";
import type { ReadingTurns } from "./reading-turns.ts";

/** Frames up to this are not counted: most arrive in one piece. */
const uncounted = 64 * 1_024;

export interface UnreadFrameOptions {
  /** The TCP connection of the socket. */
  readonly wire: Socket;
  readonly memory: HeldMemory;
  readonly turns: ReadingTurns;
  readonly reader: FrameReader;
}

/** Reads the frames of a connection. */
export interface FrameReader {
  /** Who holds what has arrived of a frame. */
  inputOwners(): readonly [caller: Owner, project?: Owner];
  /** Whether it is this server that does not read on. */
  readonly isPaused: boolean;
  /** An owner of the connection holds its share. */
  refuseInput(): void;
  /** The frame has stalled, or its sender holds most of a full total. */
  endInput(): void;
}

/** Counts what has arrived of a frame that is not whole yet: the WebSocket library holds it in memory. */
export interface UnreadFrame extends Disposable {
  /** A frame is whole. What arrives from now on is of the next. */
  whole(): void;
  /** Counts a whole frame until it is decoded. */
  hold(bytes: number): Disposable;
}

/** Who holds the frames of a connection. */
export function ownersOf(
  caller: string,
  project: ProjectId | undefined,
  { unreadInputPerCaller, unreadInputPerProject }: Pick<Limits, "unreadInputPerCaller" | "unreadInputPerProject">,
): readonly [caller: Owner, project?: Owner] {
  const own = { name: caller, share: unreadInputPerCaller };
  return project === undefined ? [own] : [own, { name: `project ${project}`, share: unreadInputPerProject }];
}

export function watchUnreadFrame(options: UnreadFrameOptions): UnreadFrame {
  return new ArrivingFrame(options);
}

/** A class, since each connection has one. */
class ArrivingFrame implements UnreadFrame {
  readonly #options: UnreadFrameOptions;
  #arrived = 0;
  #holding: Holding | undefined;
  #refused = false;
  /** Whether it waits for its turn to read. */
  #waits = false;

  constructor(options: UnreadFrameOptions) {
    this.#options = options;
    // In front of the library's own listener: the piece that completes a frame is counted before the frame is whole.
    options.wire.prependListener("data", (piece: Buffer) => {
      this.#arrived += piece.length;
      if (this.#arrived > uncounted && !this.#refused) this.#count(piece.length);
    });
  }

  whole(): void {
    if (this.#holding !== undefined) {
      // To put it together, the library touches all of it again.
      this.#options.turns.take(this.#arrived);
      this.#holding[Symbol.dispose]();
      this.#holding = undefined;
    }
    this.#arrived = 0;
  }

  hold(bytes: number): Disposable {
    const { memory, reader } = this.#options;
    const held = memory.hold(reader.inputOwners(), { moved: () => undefined, end: () => reader.endInput() });
    held.force(bytes);
    return held;
  }

  [Symbol.dispose](): void {
    this.#holding?.[Symbol.dispose]();
  }

  #count(bytes: number): void {
    const { wire, memory, turns, reader } = this.#options;
    this.#holding ??= memory.hold(reader.inputOwners(), {
      moved: () => (reader.isPaused ? undefined : this.#arrived),
      end: () => reader.endInput(),
    });
    if (!this.#holding.resize(this.#arrived)) {
      this.#refused = true;
      return reader.refuseInput();
    }
    if (turns.take(bytes) || this.#waits) return;
    this.#waits = true;
    wire.pause();
    turns.wait(() => {
      this.#waits = false;
      if (!this.#refused && !reader.isPaused && !wire.destroyed) wire.resume();
    });
  }
}
