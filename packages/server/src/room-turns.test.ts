import { WeftError } from "@weft/protocol";
import type { ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { expect, test } from "vitest";
import { createInTurns } from "./room-turns.ts";

const room: RoomAddress = { project: "p" as ProjectId, room: "r" as RoomId };

function world({ isShared = true, fails }: { isShared?: boolean; fails?: Error } = {}) {
  const done: string[] = [];
  const begin = async (_: RoomAddress, what: string) => {
    if (fails !== undefined) throw fails;
    done.push(`begin ${what}`);
    return 7;
  };
  const turns = createInTurns({
    host: {
      beginTurn: begin,
      beginTurnIfAwake: begin,
      endTurn: async (_, what, turn) => void done.push(`end ${what} ${turn}`),
    },
    isShared: () => isShared,
  });
  const work = async () => void done.push("work");
  return { turns, work, done };
}

test("[CL33] work is done within a turn, which ends with it, and without one where there is no other node", async () => {
  for (const what of ["versions", "feeds"] as const) {
    const { turns, work, done } = world();
    await turns[what](room, work);
    await expect(turns[what](room, () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(done).toEqual([`begin ${what}`, "work", `end ${what} 7`, `begin ${what}`, `end ${what} 7`]);
    const alone = world({ isShared: false });
    await alone.turns[what](room, alone.work);
    expect(alone.done).toEqual(["work"]);
  }
});

test("[CL33] feeds are changed and versions made without a turn where the room's node gives none", async () => {
  const older = world({ fails: new Error("This node knows no call of the name beginTurn.") });
  await older.turns.versions(room, older.work);
  await older.turns.feeds(room, older.work);
  expect(older.done).toEqual(["work", "work"]);
  const restarting = world({ fails: new WeftError("RESTARTING") });
  await expect(restarting.turns.versions(room, restarting.work)).rejects.toMatchObject({ code: "RESTARTING" });
  await restarting.turns.feeds(room, restarting.work);
  expect(restarting.done).toEqual(["work"]);
});
