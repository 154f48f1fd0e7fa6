import { createMemoryServer } from "@weft/testing";
import { expect, test } from "vitest";
import { LiveList } from "../storage/live/structures.ts";
import { mutatorOf } from "./mutator.ts";

type Storage = { readonly items: LiveList<string> };

function open(server: ReturnType<typeof createMemoryServer>) {
  const initialStorage = { items: new LiveList<string>([]) };
  return server.createClient({ userId: "ada" }).enterRoom<{ x: number }, Storage>("r", {
    initialPresence: { x: 0 },
    initialStorage,
  }).room;
}

test("[CS190] mutations before Storage is loaded are queued, and later ones are made at once", async () => {
  await using server = createMemoryServer();
  const room = open(server);
  const add = mutatorOf(room, ({ storage }, text: string) => {
    storage.get("items").push(text);
    return storage.get("items").length;
  });
  const early = [add("a"), add("b")];
  expect(early.map((each) => each instanceof Promise)).toEqual([true, true]);
  const results = Promise.all(early.map((each) => Promise.resolve(each)));
  await server.settle();
  expect(await results).toEqual([1, 2]);
  expect([add("c"), room.getStorageSnapshot()!.toJSON()]).toEqual([3, { items: ["a", "b", "c"] }]);
});

test("[CS190] a mutation is one transaction of Storage and presence, with what is known when it runs", async () => {
  await using server = createMemoryServer();
  const room = open(server);
  void room.getStorage();
  const name = mutatorOf(room, ({ self, others }) => `${self.id} and ${others.length} others`);
  const early = name();
  await server.settle();
  expect([await early, name()]).toEqual(["ada and 0 others", "ada and 0 others"]);
  const both = mutatorOf(room, ({ storage, setMyPresence }) => {
    storage.get("items").push("a");
    storage.get("items").push("b");
    setMyPresence({ x: 1 }, { addToHistory: true });
  });
  expect(both()).toBeUndefined();
  expect([room.getStorageSnapshot()!.toJSON(), room.getPresence()]).toEqual([{ items: ["a", "b"] }, { x: 1 }]);
  room.history.undo();
  expect([room.getStorageSnapshot()!.toJSON(), room.getPresence()]).toEqual([{ items: [] }, { x: 0 }]);
});
