import { createMemoryServer } from "@weft/testing";
import { expect, test } from "vitest";
import { LiveList } from "../storage/live/structures.ts";
import { valuesOf } from "./room-values.ts";

type Storage = { readonly items: LiveList<string>; readonly title: string };

test("[CS188] Storage of a room is null until a subscription loads it, and the same object until it changes", async () => {
  await using server = createMemoryServer();
  const { room } = server.createClient({ userId: "ada" }).enterRoom<object, Storage>("r", {
    initialStorage: { items: new LiveList<string>([]), title: "Draft" },
  });
  const { root, storage, history, canUndo } = valuesOf(room);
  expect(valuesOf(room).storage).toBe(storage);
  await server.settle();
  expect([root.get(), storage.get()]).toEqual([null, null]);
  let changes = 0;
  const stop = storage.subscribe(() => changes++);
  await server.settle();
  expect([storage.get(), changes]).toEqual([{ items: [], title: "Draft" }, 1]);
  const before = storage.get();
  expect(storage.get()).toBe(before);
  root.get()!.get("items").push("a");
  expect([storage.get()?.items, canUndo.get(), changes]).toEqual([["a"], true, 2]);
  const { undo } = history;
  undo();
  expect([storage.get(), canUndo.get(), changes]).toEqual([before, false, 3]);
  stop();
  root.get()!.set("title", "Final");
  expect(changes).toBe(3);
});
