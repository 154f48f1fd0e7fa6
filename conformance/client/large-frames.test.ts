import { getYjsProviderForRoom } from "@liveblocks/yjs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { Lobby, Visit } from "../support/lobby.ts";
import { openLobby } from "../support/lobby.ts";

let lobby: Lobby;
beforeAll(async () => void (lobby = await openLobby()));
afterAll(() => lobby[Symbol.asyncDispose]());

test.for(["of a user", "of anonymous clients"])(
  "a paste over the limit ends one connection permanently, and keeps no tab %s out of any room",
  async (whose) => {
    const [roomId, elsewhere] = [await lobby.newRoom(), await lobby.newRoom()];
    const token = await lobby.accessToken("ada", { "*": ["*:write"] });
    const options = whose === "of a user" ? { auth: async () => ({ token }) } : {};
    const enter = (room: string) => lobby.enter<never, never>(room, options);
    const connected = (...visits: readonly Visit<never, never>[]) =>
      eventually(() => expect(visits.map(({ room }) => room.getStatus())).toEqual(visits.map(() => "connected")));
    const [pasting, tab, other] = [enter(roomId), enter(roomId), enter(elsewhere)];
    await connected(pasting, tab, other);
    const provider = getYjsProviderForRoom(pasting.room);
    await eventually(() => expect(provider.synced).toBe(true));
    provider.getYDoc().getText("t").insert(0, "x".repeat(17_000_000));
    await eventually(() => expect(pasting.errors).toMatchObject([{ code: 4000 }]));
    expect(pasting.errors[0]!.message).toContain("over the size limit");
    expect(pasting.room.getStatus()).toBe("disconnected");
    // Open tabs stay connected, reconnect after a network failure, and new tabs are admitted.
    const fresh = enter(roomId);
    tab.room.reconnect();
    other.room.reconnect();
    await connected(fresh, tab, other);
    expect([...fresh.errors, ...tab.errors, ...other.errors]).toEqual([]);
    for (const visit of [pasting, tab, other, fresh]) visit.leave();
  },
);
