import type { Accounts, Versions } from "@weft/collab";
import type { RoomAddress } from "@weft/protocol";
import { WeftError } from "@weft/protocol";
import type { Clock, Timer } from "@weft/room";
import type { Logger } from "pino";

/**
 * Versions that nobody asked for: so long after a room was changed as its project wants it, and again for as long as it
 * goes on being changed. What waits when the server stops is in the first version after the room's next change.
 */
export interface AutomaticVersions extends Disposable {
  changed(room: RoomAddress): void;
}

export interface AutomaticVersionsOptions {
  readonly accounts: Pick<Accounts, "project">;
  readonly versions: Pick<Versions, "create">;
  readonly clock: Clock;
  readonly log: Logger;
}

export function openAutomaticVersions({ accounts, versions, clock, log }: AutomaticVersionsOptions): AutomaticVersions {
  /** By room; without a timer while its project is asked. */
  const waiting = new Map<string, Timer | undefined>();
  let closed = false;

  const wait = async (key: string, room: RoomAddress) => {
    const timeout = (await accounts.project(room.project))?.versionCreationTimeout ?? false;
    if (closed || timeout === false) waiting.delete(key);
    else
      waiting.set(
        key,
        clock.setTimer(timeout * 1_000, () => make(key, room)),
      );
  };
  const make = async (key: string, room: RoomAddress) => {
    // What is changed from here on may not be in it.
    waiting.delete(key);
    try {
      await versions.create(room);
    } catch (err) {
      if (closed || (err instanceof WeftError && err.code === "ROOM_NOT_FOUND")) return;
      log.warn({ project: room.project, err }, "a version could not be made; another attempt follows");
      automatic.changed(room);
    }
  };

  const automatic: AutomaticVersions = {
    changed(room) {
      const key = `${room.project}\n${room.room}`;
      if (closed || waiting.has(key)) return;
      waiting.set(key, undefined);
      wait(key, room).catch((err: unknown) => {
        waiting.delete(key);
        log.warn({ project: room.project, err }, "whether a room wants versions could not be told");
      });
    },
    [Symbol.dispose]() {
      closed = true;
      for (const timer of waiting.values()) timer?.cancel();
      waiting.clear();
    },
  };
  return automatic;
}
