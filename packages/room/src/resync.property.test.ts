import type { Op } from "@weft/protocol";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createRecordingSocket } from "../suites/fakes.ts";
import { openTestHost, testRoom as address } from "../suites/test-host.ts";

/** A room with a map in it, in which actor 0 has been. */
async function roomOfReturn() {
  const { host, edge, clock, store } = openTestHost();
  store.flushAtOnce();
  const enter = async () => {
    const socket = createRecordingSocket();
    const connection = await edge.enter(address, { scopes: ["*:write"], storage: "write", version: 8 }, socket);
    const send = (ops: readonly Op[]) => {
      if (ops.length > 0) connection.receive([{ type: 201, ops: [...ops] }]);
    };
    /** The page answers its probe. */
    const echo = () => {
      const asked = socket.messages.some(({ type, actor }) => type === 101 && actor === -2);
      if (asked) connection.receive([{ type: 100, data: {}, targetActor: -2 }]);
      return asked;
    };
    return { socket, connection, send, echo };
  };
  const former = await enter();
  former.send([{ type: 7, id: "map", opId: "x", parentId: "root", parentKey: "map" }]);
  await clock.advance(20);
  return { clock, host, enter, former, nodes: () => store.durable.nodes };
}

interface Edit {
  readonly place: "field" | "entry";
  readonly key: string;
  readonly kind: "set" | "delete";
}
const edit: fc.Arbitrary<Edit> = fc.record({
  place: fc.constantFrom("field" as const, "entry" as const),
  key: fc.constantFrom("a", "b"),
  kind: fc.constantFrom("set" as const, "set" as const, "delete" as const),
});

/** The ops that a client makes of edits, in order, as `actor`; each value is the clock of its op. */
function opsOf(edits: readonly Edit[], actorOf: (clock: number) => number): Op[] {
  const nodes = new Map<string, string>();
  return edits.flatMap(({ place, key, kind }, clock): Op[] => {
    const opId = `${actorOf(clock)}:${clock}`;
    if (place === "field")
      return [
        kind === "set" ? { type: 3, id: "root", opId, data: { [key]: clock } } : { type: 6, id: "root", opId, key },
      ];
    const node = nodes.get(key);
    if (kind === "delete") {
      nodes.delete(key);
      return node === undefined ? [] : [{ type: 5, id: node, opId }];
    }
    nodes.set(key, opId);
    const replaced = node === undefined ? {} : { intent: "set" as const, deletedId: node };
    return [{ type: 8, id: opId, opId, parentId: "map", parentKey: key, data: clock, ...replaced }];
  });
}

test("[RM16] edits of a client that reconnects apply in their order, whatever was lost or overtaken", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(edit, { minLength: 1, maxLength: 12 }),
      // The edit at which each phase ends.
      fc.tuple(fc.nat(12), fc.nat(12), fc.nat(12), fc.nat(12), fc.nat(12), fc.nat(12)),
      // The number of frames in which unacknowledged ops are sent.
      fc.integer({ min: 1, max: 3 }),
      fc.boolean(),
      // Whether it adds keys of its initial Storage, which it does not repeat.
      fc.boolean(),
      // Whether the page is busy when its browser has already answered. It repeats what it owes in one frame then.
      fc.boolean(),
      async (edits, cuts, pieces, streamed, adds, busy) => {
        const ends = cuts.map((cut) => Math.min(cut, edits.length)).sort((a, b) => a - b);
        const [arrived, sent, offline, asked, unsent, reading] = ends as [
          number,
          number,
          number,
          number,
          number,
          number,
        ];
        // Made under the old number until the connection is back.
        const ops = opsOf(edits, (clock) => (clock < offline ? 0 : 1));
        const clockOf = ({ opId }: Op) => Number(opId.split(":")[1]);
        const from = (first: number, last: number) => ops.filter((op) => clockOf(op) >= first && clockOf(op) < last);

        // Without interruption, in order.
        const wanted = await roomOfReturn();
        await wanted.enter();
        const added: Op[] = adds ? [{ type: 2, id: "1:50", opId: "1:50", parentId: "root", parentKey: "added" }] : [];
        wanted.former.send([...ops, ...added]);
        await wanted.clock.advance(200);

        const { clock, enter, former, nodes } = await roomOfReturn();
        former.send(from(0, arrived));
        former.connection.leave();
        if (streamed) await clock.advance(60_000);
        const { socket, connection, send, echo } = await enter();
        socket.responsive = false;
        const first = from(sent, offline);
        connection.receive(first.length > 0 ? [{ type: 200 }, { type: 201, ops: first }] : [{ type: 200 }]);
        send(from(offline, asked));
        await clock.advance(20);
        for (const op of from(asked, unsent)) send([op]);
        await clock.advance(20);
        socket.answer();
        // It has taken the snapshot in. What was acknowledged before its connection was lost is in it; nothing else is.
        expect(socket.messages.some(({ type }) => type === 211)).toBe(true);
        if (busy) {
          await clock.advance(1_000);
          send(from(unsent, reading));
          await clock.advance(900);
        }
        send(added);
        const owed = from(0, reading);
        const size = Math.ceil(owed.length / (busy ? 1 : pieces));
        for (let at = 0; at < owed.length; at += size) send(owed.slice(at, at + size));
        // What was about to be sent when the snapshot was read goes out all the same, behind the repetition of it.
        if (!busy) send(from(unsent, reading));
        echo();
        send(from(reading, edits.length));
        await clock.advance(3_000);
        socket.answer();
        await clock.advance(3_000);
        expect(nodes()).toEqual(wanted.nodes());
        const answered = socket.messages.filter(({ type }) => type === 201);
        const acked = answered.flatMap((message) => message["ops"] as { opId?: string }[]);
        expect(acked.map(({ opId }) => opId)).toEqual(expect.arrayContaining(added.map(({ opId }) => opId)));
      },
    ),
    { numRuns: 500 },
  );
});

test("[RM16] ops that come with the request for Storage and are never repeated are decided, too", async () => {
  const { clock, enter, nodes } = await roomOfReturn();
  const { socket, connection, send } = await enter();
  socket.responsive = false;
  const update = (at: number, data: Record<string, number>): Op => ({ type: 3, id: "root", opId: `1:${at}`, data });
  connection.receive([{ type: 200 }, { type: 201, ops: [update(3, { x: 1, y: 1 })] }]);
  await clock.advance(20);
  socket.answer();
  send([update(4, { y: 2 })]);
  expect(socket.messages.filter(({ type }) => type === 201)).toEqual([]);
  await clock.advance(3_000);
  expect(nodes().get("root")).toBe('["root",{"x":1,"y":2}]');
  expect(socket.messages.filter(({ type }) => type === 201)).toHaveLength(2);
});

test("[RM16] the first edit of a newcomer does not wait", async () => {
  const { clock, enter } = await roomOfReturn();
  const { socket, connection, send } = await enter();
  socket.responsive = false;
  connection.receive([{ type: 200 }]);
  await clock.advance(20);
  send([{ type: 3, id: "root", opId: "1:0", data: { x: 1 } }]);
  await clock.advance(1);
  expect(socket.messages.at(-1)).toMatchObject({ type: 201, ops: [{ opId: "1:0" }] });
});

test.each([0, 1, 40])(
  "[RM33] an update behind the answer waits for the page's own answer, unless its op is a newcomer's first (%i)",
  async (at) => {
    const { clock, enter } = await roomOfReturn();
    const { socket, connection, send, echo } = await enter();
    connection.receive([{ type: 200 }]);
    await clock.advance(100);
    send([{ type: 2, id: "1:0", opId: `1:${at}`, parentId: "root", parentKey: "items" }]);
    await clock.advance(1);
    expect(echo()).toBe(at === 40);
    await clock.advance(1);
    expect(socket.messages.at(-1)).toMatchObject({ type: 201, ops: [{ opId: `1:${at}` }] });
  },
);

test("[RM33] pending ops of a client that reconnects are decided at once, new edits two seconds later", async () => {
  const { clock, enter } = await roomOfReturn();
  for (const [opId, afterMs] of [
    ["0:7", 100],
    ["1:8", 2_100],
  ] as const) {
    const { socket, connection, send } = await enter();
    connection.receive([{ type: 200 }]);
    await clock.advance(afterMs);
    send([{ type: 3, id: "root", opId, data: { x: 1 } }]);
    await clock.advance(1);
    expect(socket.messages.at(-1)).toMatchObject({ type: 201, ops: [{ opId }] });
  }
});

test.each(["comes", "does not come", "does not come, and the client is no SDK"])(
  "[RM16] an edit from before the page has read its snapshot waits for what came before it, which %s",
  async (repetition) => {
    const { clock, enter, nodes } = await roomOfReturn();
    const { socket, connection, send, echo } = await enter();
    const set = (opId: string, x: number): Op => ({ type: 3, id: "root", opId, data: { x } });
    socket.responsive = false;
    connection.receive([{ type: 200 }]);
    await clock.advance(20);
    socket.answer();
    await clock.advance(1_500);
    send([set("1:3", 3)]);
    await clock.advance(1_000);
    expect(socket.messages.filter(({ type }) => type === 201)).toEqual([]);
    if (repetition === "comes") send([set("0:2", 2), set("1:3", 3)]);
    if (!repetition.includes("no SDK")) expect(echo()).toBe(true);
    await clock.advance(repetition.includes("no SDK") ? 1_100 : 20);
    expect(nodes().get("root")).toContain('"x":3');
    expect(socket.messages.filter(({ type }) => type === 201)).toHaveLength(1);
  },
);

test("[RM16] the page's answer is not forwarded", async () => {
  const { clock, enter, former } = await roomOfReturn();
  const { socket, connection, send, echo } = await enter();
  connection.receive([{ type: 200 }]);
  await clock.advance(20);
  send([{ type: 3, id: "root", opId: "1:3", data: { x: 3 } }]);
  expect(echo()).toBe(true);
  // No other one is requested.
  echo();
  await clock.advance(3_000);
  expect(socket.messages.filter(({ type }) => type === 201)).toHaveLength(1);
  expect(former.socket.messages.filter(({ type }) => type === 100)).toEqual([]);
});

test.each(["Storage", "an actor"])(
  "[RM16] what came before the answer comes again, even if it is taken up after the answer, as %s had to be read from disk",
  async (missing) => {
    const { clock, enter, former, nodes } = await roomOfReturn();
    former.connection.leave();
    await clock.advance(60_000);
    if (missing === "an actor") (await enter()).connection.receive([{ type: 200 }]);
    await clock.advance(20);
    const { connection, send } = await enter();
    const set = (opId: string, x: number): Op => ({ type: 3, id: "root", opId, data: { x } });
    connection.receive([{ type: 200 }, { type: 201, ops: [set("0:3", 3)] }]);
    await clock.advance(20);
    send([set("0:2", 2), set("0:3", 3)]);
    await clock.advance(3_000);
    expect(nodes().get("root")).toContain('"x":3');
  },
);

test("[RM16] ops that wait are dropped with their connection", async () => {
  const { clock, enter, nodes } = await roomOfReturn();
  const { socket, connection } = await enter();
  socket.responsive = false;
  connection.receive([{ type: 200 }, { type: 201, ops: [{ type: 3, id: "root", opId: "1:7", data: { x: 1 } }] }]);
  await clock.advance(20);
  connection.leave();
  socket.answer();
  await clock.advance(1_000);
  expect(nodes().get("root")).not.toContain("x");
});
