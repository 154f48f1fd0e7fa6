import { join } from "node:path";
import type { ProjectId, RoomId } from "@weft/protocol";
import { expect, test } from "vitest";
import { StoreUnavailable } from "../database/errors.ts";
import { openStore } from "../open.ts";
import { temporaryDirectory } from "../testing/adapters.ts";
import { createReaderThreads } from "./reader-thread.ts";

/** Holds its thread for long, on any machine, and ends. */
const slow =
  "with recursive c(x) as (select 1 union all select x + 1 from c where x < 3000000) select count(*) as n from c";
const quick = "select 1 as n";

test("[DB13] a thread that says nothing does not hold up its callers for ever", { timeout: 240_000 }, async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "weft.db");
  await using _store = await openStore(`sqlite:${path}`);
  await using reader = createReaderThreads(path, 50);
  // A machine that is busy may need longer than the deadline for anything: it is tried until it answers.
  const untilAnswered = async () => {
    for (;;) {
      try {
        return await reader.query(quick, []);
      } catch (error) {
        expect(error).toBeInstanceOf(StoreUnavailable);
      }
    }
  };
  await untilAnswered();
  // A machine that halts this thread alone lets a slow read be answered in time: it is tried until one is given up.
  for (;;) {
    const [given, behind] = await Promise.allSettled([reader.query(slow, []), reader.query(quick, [])]);
    if (given.status === "fulfilled") continue;
    expect(given.reason).toEqual(new StoreUnavailable("The database does not respond."));
    expect(behind.status).toBe("rejected");
    break;
  }
  expect(await untilAnswered()).toEqual([{ n: 1 }]);
});

test("[DB13] a statement at fault fails alone, and as what it is", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "weft.db");
  await using _store = await openStore(`sqlite:${path}`);
  await using reader = createReaderThreads(path, 30_000);
  const [wrong, right] = await Promise.allSettled([
    reader.query("select missing from meta", []),
    reader.query(quick, []),
  ]);
  expect(wrong).toMatchObject({ status: "rejected", reason: { message: "no such column: missing" } });
  expect(wrong.status === "rejected" && wrong.reason).not.toBeInstanceOf(StoreUnavailable);
  expect(right).toMatchObject({ value: [{ n: 1 }] });
});

test("[DB10] [DB13] closing answers every read that waits", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "weft.db");
  await using _store = await openStore(`sqlite:${path}`);
  const reader = createReaderThreads(path, 30_000);
  const waiting = Promise.allSettled(Array.from({ length: 20 }, () => reader.query(quick, [])));
  await reader[Symbol.asyncDispose]();
  expect(await waiting).toHaveLength(20);
  await expect(reader.query(quick, [])).rejects.toThrow("The store is closed.");
});

test("the thread for contents is started when a room is opened, or its contents are read", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "weft.db");
  let threads = 0;
  const count = () => void threads++;
  process.on("worker", count);
  using _stopped = { [Symbol.dispose]: () => process.off("worker", count) };
  await using store = await openStore(`sqlite:${path}`);
  await using reader = createReaderThreads(path, 30_000);
  await reader.query(quick, []);
  // Those of the store that write and answer queries, and this one.
  expect(threads).toBe(3);
  expect(await Array.fromAsync(reader.documentRows({ project: "p", key: 1 }, ""))).toEqual([]);
  expect(threads).toBe(4);
  for (const id of ["one", "two"]) {
    await store.roomStore.open({ project: "p" as ProjectId, room: id as RoomId }, 64);
    expect(threads).toBe(5);
  }
});
