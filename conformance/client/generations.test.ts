/** The oldest and the newest supported client in one room. */
import { LiveList, LiveMap, LiveObject } from "@liveblocks/client";
import type { Lson } from "@liveblocks/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { openLobby } from "../support/lobby.ts";
import type { Lobby } from "../support/lobby.ts";
import { openOlderClient } from "../support/older-client.ts";

type Presence = { readonly cursor: number; readonly name?: string };
type Shared = {
  shared: LiveObject<{
    list: LiveList<Lson>;
    map: LiveMap<string, number>;
    object: LiveObject<{ [key: string]: number }>;
  }>;
};

let lobby: Lobby;
beforeAll(async () => {
  lobby = await openLobby();
});
afterAll(() => lobby[Symbol.asyncDispose]());

/** A client of each generation in a new room; one of them enters first, and fills its Storage. */
async function world(first: "older" | "newer") {
  await using stack = new AsyncDisposableStack();
  const roomId = await lobby.newRoom();
  const [ada, bob] = await Promise.all(["ada", "bob"].map((user) => lobby.accessToken(user, { "*": ["*:write"] })));
  const openOlder = async () => {
    const client = stack.use(
      openOlderClient({ baseUrl: lobby.server.url, roomId, token: ada!, presence: { cursor: 1 } }),
    );
    await client.ask("state");
    return client;
  };
  const openNewer = async () => {
    const visit = lobby.enter<Presence, Shared>(roomId, {
      auth: async () => ({ token: bob! }),
      presence: { cursor: 2 },
      storage: () => ({
        shared: new LiveObject({ list: new LiveList<Lson>([]), map: new LiveMap(), object: new LiveObject({}) }),
      }),
    });
    const { root } = await visit.room.getStorage();
    return { room: visit.room, errors: visit.errors, shared: () => root.get("shared") };
  };
  const firstOlder = first === "older" ? await openOlder() : undefined;
  const newer = await openNewer();
  const older = firstOlder ?? (await openOlder());
  const held = stack.move();
  return { roomId, older, newer, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

describe.each(["older", "newer"] as const)(
  "clients 1.12.0 and 3.24.2 in a room that the %s has entered first",
  (first) => {
    test("see each other's presence, and each other leaving", async () => {
      await using here = await world(first);
      const { older, newer } = here;
      const self = newer.room.getSelf()!;
      await eventually(async () =>
        expect((await older.ask("state")).others).toEqual([
          { connectionId: self.connectionId, id: "bob", presence: { cursor: 2 } },
        ]),
      );
      await eventually(() =>
        expect(newer.room.getOthers()).toMatchObject([{ id: "ada", canWrite: true, presence: { cursor: 1 } }]),
      );
      newer.room.updatePresence({ cursor: 20 });
      await older.ask("present", { cursor: 10, name: "Ada" });
      await eventually(() => expect(newer.room.getOthers()).toMatchObject([{ presence: { cursor: 10, name: "Ada" } }]));
      await eventually(async () =>
        expect((await older.ask("state")).others).toMatchObject([{ presence: { cursor: 20 } }]),
      );
      await older.ask("broadcast", { said: "from 1" });
      newer.room.broadcastEvent({ said: "from 3" });
      await eventually(async () => expect((await older.ask("state")).events).toEqual([{ said: "from 3" }]));
      await older.ask("leave");
      await eventually(() => expect(newer.room.getOthers()).toEqual([]));
    });

    test("edit one Storage at the same time, and end with the same value as REST", async () => {
      await using here = await world(first);
      const { roomId, older, newer } = here;
      const newerEdits = () => {
        const shared = newer.shared();
        for (const item of ["n1", "n2", "n3"]) shared.get("list").push(item);
        for (let n = 0; n < 5; n++) shared.get("map").set(`k${n}`, n);
        shared.get("object").set("newer", 1);
      };
      newerEdits();
      await Promise.all([
        ...["o1", "o2", "o3"].map((item) => older.ask("push", item)),
        ...[3, 4, 5, 6].map((n) => older.ask("setInMap", `k${n}`, n * 10)),
        older.ask("setInObject", "older", 1),
      ]);
      const same = (check: (storage: any) => void) =>
        eventually(async () => {
          const { storage, errors } = await older.ask("state");
          expect(newer.room.getStorageStatus()).toBe("synchronized");
          const seen = newer.shared().toJSON();
          expect(storage).toEqual(seen);
          expect((await lobby.api.getStorageDocument(roomId, "json")) as unknown).toEqual({ shared: storage });
          expect([errors, newer.errors]).toEqual([[], []]);
          check(storage);
        });
      await same(({ list, map, object }) => {
        expect(list.toSorted()).toEqual(["n1", "n2", "n3", "o1", "o2", "o3"]);
        expect(Object.keys(map).toSorted()).toEqual(["k0", "k1", "k2", "k3", "k4", "k5", "k6"]);
        expect(object).toEqual({ newer: 1, older: 1 });
      });
      await older.ask("move", 0, 5);
      newer.shared().get("list").move(3, 0);
      await older.ask("undo");
      await same(({ list }) => expect(list).toHaveLength(6));
      newer.room.history.undo();
      await same(({ list }) => expect(list).toHaveLength(6));
    });
  },
);
