import type { RoomMessage } from "@weft/protocol";
import { expect, test } from "vitest";
import { createRecordingSocket } from "../suites/fakes.ts";
import { openTestHost, testRoom as address } from "../suites/test-host.ts";
import type { ConnectedUser } from "./connection.ts";
import type { CommitJob, RoomEffects } from "./ports.ts";

const writer = { scopes: ["*:write"], storage: "write", version: 8 } as const satisfies ConnectedUser;
const job: CommitJob = { kind: "version", key: "r 1", createdAt: 1, dueAt: 2, payload: {} };

/** A host whose first commit with changes of each room adds a job. */
function world() {
  const log: string[] = [];
  let isAdded = false;
  const effects: RoomEffects = {
    open: ({ epoch }) => {
      log.push(`open ${epoch}`);
      return {
        committing({ storage, documents }) {
          log.push(`committing ${storage ? "storage " : ""}${documents}`);
          if (isAdded) return [];
          isAdded = true;
          return [job];
        },
        settled: (isDurable) => void log.push(`settled ${isDurable}`),
        close: () => void log.push("close"),
      };
    },
    begin: async () => ({ kind: "covered" }),
  };
  const opened = openTestHost({ effects });
  const enter = async () => {
    const connection = await opened.edge.enter(address, writer, createRecordingSocket());
    let clock = 0;
    return {
      leave: () => connection.leave(),
      set: () =>
        connection.receive([
          { type: 201, ops: [{ type: 3, id: "root", opId: `${connection.actor}:${clock}`, data: { n: clock++ } }] },
        ]),
      write: (text: string) => {
        const message: RoomMessage = { type: 301, update: Buffer.from(text).toString("base64") };
        connection.receive([message]);
      },
    };
  };
  const taken = () => log.splice(0);
  return { ...opened, enter, taken };
}

test("[RM39] jobs are committed with the change that they belong to, and the outcome is reported", async () => {
  const { clock, store, enter, taken } = world();
  const ada = await enter();
  await store.flush();
  expect(taken()).toEqual(["open 1"]);
  ada.set();
  await clock.advance(20);
  expect(taken()).toEqual(["committing storage 0"]);
  expect(store.waiting.map(({ jobs }) => jobs)).toEqual([[job]]);
  await store.flush();
  expect(store.durable.jobs).toEqual([job]);
  ada.write("x");
  await clock.advance(50);
  await store.flush();
  expect(taken()).toEqual(["settled true", "committing 1", "settled true"]);
  expect(store.durable.jobs).toEqual([job]);
});

test("[RM39] a commit that only records who is there has no effects", async () => {
  const { clock, store, enter, taken } = world();
  await enter();
  await clock.advance(2_000);
  await store.flush();
  expect(taken()).toEqual(["open 1", "settled true"]);
  expect(store.durable.jobs).toEqual([]);
});

test("[RM39] a commit that fails is reported so, even when the room has ended", async () => {
  const { clock, host, store, enter, taken } = world();
  const ada = await enter();
  await store.flush();
  ada.set();
  await clock.advance(20);
  await store.fail();
  expect(taken()).toEqual(["open 1", "committing storage 0", "settled false", "close"]);
  expect(store.durable.jobs).toEqual([]);
  const grace = await enter();
  await store.flush();
  grace.set();
  await clock.advance(20);
  grace.leave();
  const closing = host.close(address, "ACCESS_CHANGED");
  await clock.advance(20);
  await store.flush();
  await clock.advance(20);
  await store.flush();
  await closing;
  expect(taken()).toEqual(["open 2", "committing storage 0", "settled true", "settled true", "close"]);
});
