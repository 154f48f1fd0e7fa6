import type { LoadSocket } from "./socket.ts";
import { openSocket } from "./socket.ts";

/** A connection that is in its room: it has seen ROOM_STATE. */
export interface Member {
  readonly actor: number;
  readonly socket: LoadSocket;
  /** Milliseconds from the first byte of the connection to ROOM_STATE. */
  readonly joinedInMs: number;
}

/** Receives every frame after ROOM_STATE. */
export type Heard = (bytes: Buffer, from: number, to: number) => void;

/** The number of connections that join at the same time. */
export const atOnce = 32;

/** Enters a room. Calls `failed` if the server closes the connection later. */
export function join(url: string, heard: Heard, failed: (cause: Error) => void): Promise<Member> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    let actor: number | undefined;
    let socket: LoadSocket | undefined;
    const settle = () => {
      if (actor === undefined || socket === undefined) return;
      resolve({ actor, socket, joinedInMs: performance.now() - startedAt });
    };
    openSocket(url, {
      text(bytes, from, to) {
        if (actor !== undefined) return heard(bytes, from, to);
        const state = JSON.parse(bytes.toString("utf8", from, to)) as { type: number; actor: number };
        if (state.type !== 104) return reject(new Error(`the first frame is of type ${state.type}, not ROOM_STATE`));
        actor = state.actor;
        settle();
      },
      closed(code, reason) {
        const cause = new Error(`the server closed a connection with ${code}: ${reason}`);
        if (actor === undefined) reject(cause);
        else failed(cause);
      },
    }).then((opened) => {
      socket = opened;
      return settle();
    }, reject);
  });
}

/** Runs `work` for every item, with bounded concurrency, and returns the results in order. */
export async function eachOf<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(atOnce, items.length) }, async () => {
      while (next < items.length) {
        const index = next++;
        results[index] = await work(items[index]!, index);
      }
    }),
  );
  return results;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
