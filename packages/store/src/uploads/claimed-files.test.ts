import { createInProcessSignals } from "@weft/collab";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import type { ProjectId, RoomId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { createStore } from "../open.ts";
import { databases } from "../testing/adapters.ts";
import { createTransactions } from "../transactions/transactions.ts";
import { claimFiles, releaseFiles } from "./upload-records.ts";

const room = { project: "p1" as ProjectId, room: "a" as RoomId };
const owner = { ...room, kind: "attachment" } as const;
const others = [
  { ...owner, project: "p2" as ProjectId },
  { ...owner, room: "b" as RoomId },
  { ...owner, kind: "storageFile" },
] as const;

describe.each(databases)("%s", (_, open) => {
  async function openWithFiles() {
    const database = await open();
    const store = createStore(database);
    const { done } = createTransactions(
      database.engine,
      database.dialect.sql,
      database.dialect,
      createInProcessSignals(),
    );
    const { sql: db } = database.dialect;
    for (const address of [owner, others[0], others[1]])
      await store.rooms.insert(address.project, newRoom(address.room));
    for (const [index, address] of [owner, ...others].entries())
      for (const [id, userId] of Object.entries({ one: "ada", two: "ada", bens: "ben", nobodys: undefined })) {
        const upload = {
          id: `up_${id}`,
          file: id,
          name: "a",
          reserved: 1,
          sized: true,
          session: "",
          expiresAt: 9,
          userId,
        };
        await store.uploads.insertUpload(address, { ...upload, blob: `${id}-${index}` });
        await store.uploads.finish(address, { upload: upload.id, size: 1, mimeType: "", createdAt: 1, expiresAt: 50 });
      }
    const expiryOf = async (address: (typeof others)[number] | typeof owner, id: string) =>
      (await store.uploads.find(address, id))?.expiresAt;
    return {
      uploads: store.uploads,
      claim: (userId: string, ...ids: readonly string[]) => done([claimFiles(db, owner, userId, ids)]),
      release: (...ids: readonly string[]) => done(releaseFiles(db, owner, ids)),
      expiryOf,
      [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
    };
  }

  test("[AT3] files are claimed once, all or none, by the user who uploaded them", async () => {
    await using under = await openWithFiles();
    const { claim, expiryOf } = under;
    expect(await claim("ada", "one", "bens")).toBe(false);
    expect(await claim("ada", "one", "nobodys")).toBe(false);
    expect(await claim("ada", "one", "missing")).toBe(false);
    expect(await claim("ben", "one")).toBe(false);
    expect(await expiryOf(owner, "one")).toBe(50);
    expect(await claim("ada", "one", "two", "one")).toBe(true);
    expect(await claim("ada", "two")).toBe(false);
    expect([await expiryOf(owner, "one"), await expiryOf(owner, "two")]).toEqual([undefined, undefined]);
    expect(await expiryOf(owner, "bens")).toBe(50);
    for (const other of others) expect(await expiryOf(other, "one")).toBe(50);
  });

  test("[AT5] files that are released are gone, with their bytes pending deletion, and no others", async () => {
    await using under = await openWithFiles();
    const { uploads, claim, release } = under;
    await claim("ada", "one");
    expect(await release()).toBe(true);
    const missing = Array.from({ length: 120 }, (_unused, n) => `missing-${n}`);
    expect(await release("one", ...missing, "bens")).toBe(true);
    const left = await uploads.findMany(owner, ["one", "two", "bens", "nobodys"]);
    expect(left.map(({ id }) => id).sort()).toEqual(["nobodys", "two"]);
    const pending = await uploads.pendingDeletions(10, 10);
    expect(pending.map(({ blob, whole }) => `${blob} ${whole}`).sort()).toEqual(["bens-0 true", "one-0 true"]);
    for (const other of others) expect(await uploads.findMany(other, ["one", "bens"])).toHaveLength(2);
  });
});
