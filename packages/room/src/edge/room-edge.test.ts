import type { RoomId } from "@weft/protocol";
import { WeftError } from "@weft/protocol";
import { expect, test } from "vitest";
import { bareSeal, createManualClock, createRecordingSocket } from "../../suites/fakes.ts";
import { testRoom as address } from "../../suites/test-host.ts";
import type { LinkedConnection } from "../connection.ts";
import type { LinkMessage, RoomLink } from "../link.ts";
import { createRoomEdge } from "./room-edge.ts";

const user = { scopes: ["*:write"], storage: "write", version: 8 } as const;

/** A room on another node, played by the test: it lets connections enter in turn, unless the test refuses them. */
function playedRoom() {
  const calls: { link: RoomLink; actor: number; reports: unknown[] }[] = [];
  const room = { refuses: undefined as Error | undefined, losesAnswers: false, answers: Promise.resolve() };
  const edge = createRoomEdge({
    host: {
      async enter(_address, _user, link, socket): Promise<LinkedConnection> {
        if (room.refuses !== undefined) throw room.refuses;
        const actor = calls.length;
        const reports: unknown[] = [];
        calls.push({ link, actor, reports });
        link.send({ kind: "entered", socket, actor, reads: 15, joinedAfter: 0 });
        if (room.losesAnswers) throw new WeftError("SERVICE_UNAVAILABLE");
        await room.answers;
        return {
          actor,
          receive: (messages) => void reports.push(messages),
          reply: (message) => void reports.push(message),
          probed: (probe) => void reports.push({ probed: probe }),
          leave: (closeCode) => void reports.push({ left: closeCode }),
        };
      },
    },
    clock: createManualClock(),
    toFrame: bareSeal,
  });
  return { edge, calls, room };
}

const event = (value: number): LinkMessage => ({
  kind: "lone",
  entry: { kind: "event", from: -1, text: JSON.stringify({ type: 103, actor: -1, event: value }) },
});

test("[CL4] connections of one node in one room share a link, and others have one of their own", async () => {
  const { edge, calls } = playedRoom();
  const sockets = [createRecordingSocket(), createRecordingSocket(), createRecordingSocket()];
  await edge.enter(address, user, sockets[0]!);
  await edge.enter(address, user, sockets[1]!);
  await edge.enter({ ...address, room: "other" as RoomId }, user, sockets[2]!);
  expect(calls[1]!.link).toBe(calls[0]!.link);
  expect(calls[2]!.link).not.toBe(calls[0]!.link);
  calls[0]!.link.send(event(1));
  expect(sockets.map(({ messages }) => messages.length)).toEqual([1, 1, 0]);
  expect(sockets[0]!.buffers[0]).toBe(sockets[1]!.buffers[0]);
});

test("[CL4] a room that its last connection has left is forgotten, as is one that let no connection enter", async () => {
  const { edge, calls, room } = playedRoom();
  room.refuses = new WeftError("ROOM_FULL");
  await expect(edge.enter(address, user, createRecordingSocket())).rejects.toMatchObject({ code: "ROOM_FULL" });
  room.refuses = undefined;
  const socket = createRecordingSocket();
  const connection = await edge.enter(address, user, socket);
  connection.leave(1000);
  expect(calls[0]!.reports).toEqual([{ left: 1000 }]);
  calls[0]!.link.send(event(1));
  expect(socket.frames).toEqual([]);
  await edge.enter(address, user, createRecordingSocket());
  expect(calls[1]!.link).not.toBe(calls[0]!.link);
});

test("[CL4] a connection whose answer was lost is sent nothing", async () => {
  const { edge, calls, room } = playedRoom();
  room.losesAnswers = true;
  const socket = createRecordingSocket();
  await expect(edge.enter(address, user, socket)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  calls[0]!.link.send(event(1));
  expect(socket.frames).toEqual([]);
});

test("[CL5] a probe that is answered before the room has answered is not lost", async () => {
  const { edge, calls, room } = playedRoom();
  const { promise, resolve } = Promise.withResolvers<void>();
  room.answers = promise;
  const entering = edge.enter(address, user, createRecordingSocket());
  await expect.poll(() => calls.length).toBe(1);
  calls[0]!.link.send({ kind: "probe", to: 0, probe: 5 });
  resolve();
  await entering;
  calls[0]!.link.send({ kind: "probe", to: 0, probe: 6 });
  expect(calls[0]!.reports).toEqual([{ probed: 5 }, { probed: 6 }]);
});

test("[CL5] pieces are each a frame, with a probe before the last and one behind it", async () => {
  const { edge, calls } = playedRoom();
  const order: string[] = [];
  const socket = createRecordingSocket();
  await edge.enter(address, user, {
    ...socket,
    send: (frame, asked) => void order.push(`${frame.toString().trim()} ${String(asked)}`),
    probe: () => void order.push("probe"),
  });
  const piece = (text: string) => Buffer.from(`${" ".repeat(10)}${text}`);
  const pieces = [piece("1"), new Uint8Array(piece("2")), piece("3")];
  calls[0]!.link.send({ kind: "pieces", to: 0, pieces, probe: 1, probeBehind: 2 });
  expect(order).toEqual(["1 true", "2 true", "probe", "3 true", "probe"]);
});

test("[CL5] a connection that was closed by its room is sent nothing more, and may still report that it left", async () => {
  const { edge, calls } = playedRoom();
  const socket = createRecordingSocket();
  const connection = await edge.enter(address, user, socket);
  calls[0]!.link.send({ kind: "close", to: 0, error: "RESTARTING", reason: undefined });
  for (const message of [event(1), { kind: "text", to: 0, text: "{}" } as const]) calls[0]!.link.send(message);
  expect([socket.closed, socket.frames]).toEqual([{ error: "RESTARTING", reason: undefined }, []]);
  connection.leave(4002);
  expect(calls[0]!.reports).toEqual([{ left: 4002 }]);
});
