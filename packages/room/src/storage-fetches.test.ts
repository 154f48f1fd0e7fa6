import type { Limits, RoomMessage } from "@weft/protocol";
import { expect, test } from "vitest";
import { createRecordingSocket } from "../suites/fakes.ts";
import type { RecordingSocket } from "../suites/fakes.ts";
import { openTestHost, testRoom as address } from "../suites/test-host.ts";
import type { ConnectedUser } from "./connection.ts";

const reader = { scopes: ["*:read"], storage: "read", version: 8 } as const satisfies ConnectedUser;
const writer = { scopes: ["*:write"], storage: "write", version: 8 } as const satisfies ConnectedUser;

async function world(overrides: Partial<Limits> = {}) {
  const { edge, store, clock } = openTestHost({ limits: { storageFetchesUnread: 3, ...overrides } });
  store.flushAtOnce();
  const enter = async (user: ConnectedUser, responsive: boolean) => {
    const socket = createRecordingSocket();
    socket.responsive = responsive;
    const connection = await edge.enter(address, user, socket);
    return { socket, say: (...messages: RoomMessage[]) => connection.receive(messages, 100) };
  };
  return { enter, clock };
}

const fetch: RoomMessage = { type: 200 };
const snapshots = (socket: RecordingSocket) => socket.take().filter(({ type }) => type === 211).length;

test("[RM40] a connection that asks for Storage again and again without reading is closed, and no other", async () => {
  const { enter, clock } = await world();
  const [deaf, other] = [await enter(reader, false), await enter(reader, false)];
  for (const { say } of [deaf, other]) for (let n = 0; n < 3; n++) say(fetch);
  await clock.advance(1_000);
  expect([deaf, other].map(({ socket }) => snapshots(socket))).toEqual([3, 3]);
  deaf.say({ type: 103, event: "with it" }, fetch);
  await clock.advance(1_000);
  expect(deaf.socket.closed?.error).toBe("TRY_AGAIN_LATER");
  expect(other.socket.closed).toBeUndefined();
  // Nothing of that frame was taken.
  expect(other.socket.take().filter(({ type }) => type === 103)).toEqual([]);
});

test("[RM40] requests in one frame count one by one", async () => {
  const { enter, clock } = await world();
  const { socket, say } = await enter(reader, true);
  say(fetch, fetch, fetch);
  await clock.advance(1_000);
  expect(snapshots(socket)).toBe(3);
  say(fetch, fetch, fetch, fetch);
  await clock.advance(1_000);
  expect(socket.closed?.error).toBe("TRY_AGAIN_LATER");
  expect(snapshots(socket)).toBe(0);
});

test.each([reader, writer])(
  "[RM40] a client that reads what it is sent may ask as often as it likes: %j",
  async (user) => {
    const { enter, clock } = await world();
    const { socket, say } = await enter(user, true);
    for (let n = 0; n < 20; n++) {
      say(fetch);
      await clock.advance(5_000);
      expect(snapshots(socket)).toBe(1);
    }
    expect(socket.closed).toBeUndefined();
  },
);

test("[RM40] answers that were read late count no longer, and those who may not read Storage are not counted", async () => {
  const { enter, clock } = await world();
  const { socket, say } = await enter(reader, false);
  for (let n = 0; n < 3; n++) say(fetch);
  await clock.advance(1_000);
  socket.answer();
  for (let n = 0; n < 3; n++) say(fetch);
  await clock.advance(1_000);
  expect(socket.closed).toBeUndefined();
  expect(snapshots(socket)).toBe(6);

  const stranger = await enter({ ...reader, storage: "none" }, false);
  for (let n = 0; n < 9; n++) stranger.say(fetch);
  await clock.advance(1_000);
  expect(stranger.socket.closed).toBeUndefined();
  expect(snapshots(stranger.socket)).toBe(0);
});
