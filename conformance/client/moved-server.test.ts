import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LiveList } from "@liveblocks/client";
import type { Lson } from "@liveblocks/client";
import { moveDatabase } from "@weft/store";
import { temporaryDatabase, whyNoPostgres } from "@weft/store/testing/postgres";
import { startServer } from "@weft/testkit";
import { expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { openLobby } from "../support/lobby.ts";

const noPostgres = await whyNoPostgres();
if (noPostgres !== undefined) console.log(`A move by way of PostgreSQL is not tested: ${noPostgres}.`);

type Items = { items: LiveList<Lson> };

test("a client continues after its server was moved to another database, and its pending changes are applied once", async () => {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "weft-moved-"));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const [before, after] = [join(folder, "before"), join(folder, "after")];
  const lobby = await openLobby({ data: { folder: before } });
  let isOpen = true;
  const stop = async () => {
    if (isOpen) await lobby.server[Symbol.asyncDispose]();
    isOpen = false;
  };
  resources.defer(stop);
  const roomId = await lobby.newRoom();
  const visit = lobby.enter<{}, Items>(roomId, { storage: { items: new LiveList<Lson>(["a"]) } });
  const { root } = await visit.room.getStorage();
  resources.defer(() => visit.leave());
  root.get("items").push("b");
  await eventually(() => expect(visit.room.getStorageStatus()).toBe("synchronized"));

  await stop();
  root.get("items").push("c");
  expect(visit.room.getStorageStatus()).not.toBe("synchronized");
  const urls = [before, after].map((data) => `sqlite:${join(data, "weft.db")}`);
  if (noPostgres === undefined) urls.splice(1, 0, resources.use(await temporaryDatabase()).url);
  for (const [at, to] of urls.slice(1).entries()) await moveDatabase(urls[at]!, to);
  await mkdir(after, { recursive: true });
  await copyFile(join(before, "master.key"), join(after, "master.key"));

  const { port } = lobby.server;
  const server = resources.use(await startServer({ data: { folder: after }, port }));
  visit.room.reconnect();
  await eventually(() => expect(visit.room.getStorageStatus()).toBe("synchronized"));
  expect(root.toJSON()).toEqual({ items: ["a", "b", "c"] });
  const other = lobby.enter<{}, Items>(roomId, { url: server.url });
  resources.defer(() => other.leave());
  expect((await other.room.getStorage()).root.toJSON()).toEqual({ items: ["a", "b", "c"] });
});
