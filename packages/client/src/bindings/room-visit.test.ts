import { createMemoryServer } from "@weft/testing";
import { afterEach, expect, test, vi } from "vitest";
import type { Client } from "../client.ts";
import { clientFor, visitRoom } from "./room-visit.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("[CS185] a room of a component connects when it is mounted, and is left when it is gone", async () => {
  vi.stubGlobal("window", {});
  await using server = createMemoryServer();
  const client = server.createClient({ userId: "ada" }) as Client;
  const visit = visitRoom(client, "r");
  await server.settle();
  expect(visit.room.getStatus()).toBe("initial");
  visit.mounted();
  await server.settle();
  expect(visit.room.getStatus()).toBe("connected");
  visit.leave();
  await Promise.resolve();
  expect(client.getRoom("r")).toBeNull();
});

test("[CS185] a room that another component enters in the same task stays connected", async () => {
  vi.stubGlobal("window", {});
  await using server = createMemoryServer();
  const client = server.createClient({ userId: "ada" }) as Client;
  const first = visitRoom(client, "r");
  first.mounted();
  await server.settle();
  first.leave();
  const second = visitRoom(client, "r");
  second.mounted();
  await Promise.resolve();
  expect([second.room, second.room.getStatus()]).toEqual([first.room, "connected"]);
  second.leave();
  await Promise.resolve();
  expect(client.getRoom("r")).toBeNull();
});

test("[CS185] a room with `autoConnect: false` does not connect, and one without an id is refused", async () => {
  vi.stubGlobal("window", {});
  await using server = createMemoryServer();
  const client = server.createClient({ userId: "ada" }) as Client;
  const { room, mounted } = visitRoom(client, "r", { autoConnect: false });
  mounted();
  await server.settle();
  expect(room.getStatus()).toBe("initial");
  expect(() => visitRoom(client, "")).toThrow("A room has an `id`");
});

test("[CS186] a server that renders needs no address, does not connect, and leaves the room later", async () => {
  vi.useFakeTimers();
  const client = clientFor({ publicApiKey: "pk_test" });
  const { room } = visitRoom(client, "r");
  expect(room.getStatus()).toBe("initial");
  await vi.advanceTimersByTimeAsync(9_999);
  expect(client.getRoom("r")).not.toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(client.getRoom("r")).toBeNull();
  expect(clientFor(client)).toBe(client);
});
