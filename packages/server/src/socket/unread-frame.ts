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
  readonly owners: () => readonly [caller: Owner, project?: Owner];
  /** Whether it is this server that does not read on. */
  readonly isPaused: () => boolean;
  /** An owner of the connection holds its share. */
  readonly refuse: () => void;
  /** The frame has stalled, or its sender holds most of a full total. */
  readonly end: () => void;
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
  const { wire, memory, turns, owners, isPaused, refuse, end } = options;
  let arrived = 0;
  let holding: Holding | undefined;
  let refused = false;
  /** Whether it waits for its turn to read. */
  let waits = false;
  const readOn = () => {
    waits = false;
    if (!refused && !isPaused() && !wire.destroyed) wire.resume();
  };
  // In front of the library's own listener: the piece that completes a frame is counted before the frame is whole.
  wire.prependListener("data", (piece: Buffer) => {
    arrived += piece.length;
    if (arrived <= uncounted || refused) return;
    holding ??= memory.hold(owners(), { moved: () => (isPaused() ? undefined : arrived), end });
    if (!holding.resize(arrived)) {
      refused = true;
      return refuse();
    }
    if (turns.take(piece.length) || waits) return;
    waits = true;
    wire.pause();
    turns.wait(readOn);
  });
  return {
    whole() {
      if (holding === undefined) {
        arrived = 0;
        return;
      }
      // To put it together, the library touches all of it again.
      turns.take(arrived);
      arrived = 0;
      holding[Symbol.dispose]();
      holding = undefined;
    },
    hold(bytes) {
      const held = memory.hold(owners(), { moved: () => undefined, end });
      held.force(bytes);
      return held;
    },
    [Symbol.dispose]() {
      holding?.[Symbol.dispose]();
    },
  };
}
