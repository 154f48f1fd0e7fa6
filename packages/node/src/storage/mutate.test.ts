import { LiveList, LiveMap, LiveObject, LiveText } from "@weft/client";
import type { CompactNode, Op, ServerOp } from "@weft/protocol/types";
import { TestRoom } from "@weft/testkit/client-room";
import * as fc from "fast-check";
import { expect, test, vi } from "vitest";
import { batchesOf, mutateStorage } from "./mutate.ts";
import type { StorageCallsOfRoom, StorageContext } from "./mutate.ts";

/** A room in memory that is reached as over REST, and a client of it that edits at the same time. */
function open(nodes: readonly CompactNode[] = [["root", { n: 0 }]]) {
  const room = new TestRoom(nodes);
  const client = room.join();
  room.settle();
  const sent: (readonly Op[])[] = [];
  let loads = 0;
  const hooks: { beforeSend?: () => void; drop?: (op: Op) => boolean } = {};
  const ask = (request: { kind: "fetch"; opIds: [] } | { kind: "ops"; ops: readonly Op[] }) => {
    // A connection of its own for each call, as the server has none for these.
    const up = [request];
    const down: { kind: string; ops?: readonly ServerOp[]; nodes?: readonly CompactNode[] }[] = [];
    room.serve({ up, down } as never);
    return down;
  };
  const calls: StorageCallsOfRoom = {
    load: async () => {
      loads++;
      const [frame] = ask({ kind: "fetch", opIds: [] });
      return [{ actor: room.newActor() }, ...frame!.nodes!.map(verbose)];
    },
    send: async (messages) => {
      hooks.beforeSend?.();
      const acks = messages.map(({ ops }) => {
        sent.push(ops);
        const kept = ops.filter((op) => hooks.drop?.(op) !== true);
        return ask({ kind: "ops", ops: kept }).flatMap((frame) =>
          frame.ops === undefined ? [] : [{ ops: frame.ops }],
        );
      });
      room.settle();
      return { messages: acks };
    },
  };
  const edit = (callback: (context: StorageContext<Record<string, never>>) => unknown, signal?: AbortSignal) =>
    mutateStorage(calls, callback as never, signal);
  return { room, client, sent, hooks, calls, edit, loads: () => loads };
}

/** A node as the answer of `request-storage-mutation` has it. */
function verbose(node: CompactNode): unknown {
  if (node.length === 2) return ["root", { type: 0, data: node[1] }];
  const [id, type, parentId, parentKey, data, version] = node;
  return [
    id,
    { type, parentId, parentKey, ...(data !== undefined && { data }), ...(version !== undefined && { version }) },
  ];
}

const nested: readonly CompactNode[] = [
  ["root", { n: 1 }],
  ["s:1", 0, "root", "object", { x: 1 }],
  ["s:2", 1, "root", "list"],
  ["s:3", 3, "s:2", "!", "a"],
  ["s:4", 2, "root", "map"],
  ["s:5", 3, "s:4", "k", true],
  ["s:6", 4, "root", "text", [["hi"]], 3],
];

test("[ND40] a callback sees Storage as it is, with all its structures", async () => {
  const { edit } = open(nested);
  await edit(({ root }) => {
    expect((root as LiveObject).toJSON()).toEqual({
      n: 1,
      object: { x: 1 },
      list: ["a"],
      map: { k: true },
      text: [["hi"]],
    });
  });
});

test("[ND40] edits of all structures are stored when the call ends, and connected clients see them", async () => {
  const { edit, client, room, sent } = open(nested);
  await edit(({ root }) => {
    const object = root as LiveObject;
    object.set("n", 2);
    (object.get("list") as LiveList<string>).push("b");
    (object.get("map") as LiveMap).set("l", new LiveObject({ y: [1] }));
    (object.get("text") as LiveText).insert(2, " there");
    object.set("new", new LiveList([new LiveMap([["deep", "value"]])]));
    object.delete("object");
  });
  const expected = {
    n: 2,
    list: ["a", "b"],
    map: { k: true, l: { y: [1] } },
    text: [["hi there"]],
    new: [{ deep: "value" }],
  };
  expect(room.json).toEqual(expected);
  expect(client.json).toEqual(expected);
  expect(sent).toHaveLength(1);
});

test("[ND40] without edits, nothing is sent", async () => {
  const { edit, sent } = open();
  await edit(() => {});
  expect(sent).toEqual([]);
});

test("[ND41] edits of a callback that takes long are sent while it runs, every 200 ms", async () => {
  vi.useFakeTimers();
  try {
    const { edit, room, sent } = open();
    const editing = edit(async ({ root }) => {
      const object = root as LiveObject;
      object.set("a", 1);
      object.set("b", 1);
      await vi.advanceTimersByTimeAsync(199);
      expect(sent).toHaveLength(0);
      await vi.advanceTimersByTimeAsync(1);
      expect(room.json).toEqual({ n: 0, a: 1, b: 1 });
      object.set("c", 1);
    });
    await editing;
    expect(sent).toHaveLength(2);
    expect(room.json).toEqual({ n: 0, a: 1, b: 1, c: 1 });
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("[ND41] `flush` resolves when everything so far is stored, even while another one runs", async () => {
  const { edit, room } = open();
  await edit(async ({ root, flush }) => {
    const object = root as LiveObject;
    object.set("a", 1);
    const first = flush();
    object.set("b", 2);
    await Promise.all([first, flush()]);
    expect(room.json).toEqual({ n: 0, a: 1, b: 2 });
    await flush();
    object.set("c", 3);
    await flush();
    expect(room.json).toEqual({ n: 0, a: 1, b: 2, c: 3 });
  });
});

test("[ND42] when the callback throws, the call fails with the same, and what was not sent is dropped", async () => {
  const { edit, room } = open();
  const failure = new Error("The callback failed.");
  let late: LiveObject | undefined;
  const editing = edit(async ({ root, flush }) => {
    late = root;
    late.set("kept", 1);
    await flush();
    late.set("dropped", 1);
    throw failure;
  });
  await expect(editing).rejects.toBe(failure);
  expect(room.json).toEqual({ n: 0, kept: 1 });
  expect(() => late!.set("late", 1)).toThrow(/only until the callback has ended/);
});

test("[ND42] a call that fails ends the mutation: the next edit throws it, and so does the call", async () => {
  const { edit, calls } = open();
  const failure = new Error("503");
  vi.spyOn(calls, "send").mockRejectedValue(failure);
  let thrown: unknown;
  const editing = edit(async ({ root, flush }) => {
    (root as LiveObject).set("a", 1);
    await flush().catch(() => {});
    try {
      (root as LiveObject).set("b", 1);
    } catch (error) {
      thrown = error;
    }
  });
  await expect(editing).rejects.toBe(failure);
  expect(thrown).toBe(failure);
});

test("[ND42] changes that the server refuses are a failure", async () => {
  const { edit, hooks, room } = open();
  hooks.drop = (op) => op.type === 3 && "b" in op.data;
  const editing = edit(({ root }) => {
    (root as LiveObject).set("a", 1);
    (root as LiveObject).set("b", 1);
  });
  await expect(editing).rejects.toThrow("The server refused 1 of 2 changes of Storage.");
  expect(room.json).toEqual({ n: 0, a: 1 });
});

test("[ND43] a text that others edit at the same time is loaded again, and edits are where they were meant to be", async () => {
  const { edit, client, room, hooks, loads } = open(nested);
  const theirs = client.root.get("text") as LiveText;
  hooks.beforeSend = () => {
    hooks.beforeSend = undefined;
    theirs.insert(0, "Oh, ");
    room.settle();
  };
  await edit(async ({ root, flush }) => {
    const text = (root as LiveObject).get("text") as LiveText;
    text.insert(2, " there");
    await flush();
    expect(text.toString()).toBe("Oh, hi there");
    text.insert(text.length, "!");
  });
  expect(room.json).toMatchObject({ text: [["Oh, hi there!"]] });
  expect(client.json).toEqual(room.json);
  expect(loads()).toBe(2);
});

test("[ND43] an update of a text that is refused because it is too old is made again", async () => {
  const { edit, client, room, hooks } = open(nested);
  const theirs = client.root.get("text") as LiveText;
  let isFirst = true;
  hooks.beforeSend = () => {
    hooks.beforeSend = undefined;
    theirs.insert(0, "Oh, ");
    room.settle();
  };
  hooks.drop = () => isFirst && !(isFirst = false);
  await edit(({ root }) => ((root as LiveObject).get("text") as LiveText).insert(2, "!"));
  expect(room.json).toMatchObject({ text: [["Oh, hi!"]] });
});

test("[ND44] many edits are sent with several calls, in their order, each as large as servers accept", async () => {
  const op = (opId: string, size: number) => ({ type: 3, id: "root", opId, data: { a: "x".repeat(size) } }) as const;
  const overhead = JSON.stringify(op("0:0", 0)).length;
  const ops = [op("0:0", 10), op("0:1", 10), op("0:2", 500), op("0:3", 10)];
  const batches = [...batchesOf(ops, 2 * (overhead + 10))];
  expect(batches.map((batch) => batch.map(({ opId }) => opId))).toEqual([["0:0", "0:1"], ["0:2"], ["0:3"]]);
  expect([...batchesOf([])]).toEqual([]);

  const { edit, sent, room } = open([
    ["root", {}],
    ["0:1", 2, "root", "map"],
  ]);
  const texts = Array.from(
    { length: 60 },
    (_, n) => [`k${n}`, String.fromCharCode(97 + (n % 26)).repeat(100_000)] as const,
  );
  await edit(({ root }) => {
    for (const [key, text] of texts) ((root as LiveObject).get("map") as LiveMap).set(key, text);
  });
  expect(sent.map(({ length }) => length)).toEqual([20, 20, 20]);
  const { map } = room.json as { map: Record<string, string> };
  expect(Object.keys(map)).toHaveLength(60);
  for (const [key, text] of texts) expect(map[key] === text, key).toBe(true);
});

/** An edit of anything in `nested`, by numbers that name places and values. */
function change(root: LiveObject, [kind, place, value]: readonly [number, number, number]): void {
  const list = root.get("list") as LiveList | undefined;
  const text = root.get("text") as LiveText | undefined;
  const map = root.get("map") as LiveMap | undefined;
  const key = `k${place % 3}`;
  if (kind === 0) root.set(key, value);
  else if (kind === 1) root.set(key, new LiveObject({ v: value }));
  else if (kind === 2) root.delete(key);
  else if (kind === 3) list?.push(value % 2 === 0 ? value : new LiveMap([["v", value]]));
  else if (kind === 4 && list !== undefined) list.insert(`i${value}`, place % (list.length + 1));
  else if (kind === 5 && list !== undefined && list.length > 0) list.delete(place % list.length);
  else if (kind === 6 && list !== undefined && list.length > 0) list.move(place % list.length, value % list.length);
  else if (kind === 7 && list !== undefined && list.length > 0) list.set(place % list.length, value);
  else if (kind === 8) map?.set(key, new LiveText(`t${value}`));
  else if (kind === 9) map?.delete(key);
  else if (kind === 10 && text !== undefined) text.insert(place % (text.length + 1), `[${value}]`);
  else if (kind === 11 && text !== undefined && text.length > 0) text.delete(place % text.length, 1);
  else if (kind === 12 && value % 5 === 0) root.delete(place % 2 === 0 ? "text" : "list");
}

const steps = fc.array(
  fc.tuple(fc.constantFrom("own", "theirs", "flush"), fc.tuple(fc.nat(12), fc.nat(9), fc.nat(99))),
  { maxLength: 30 },
);

test("[ND43] whatever a client edits at the same time, the call ends, and everyone agrees", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (script) => {
      const { edit, client, room } = open(nested);
      const other = room.join();
      room.settle();
      await edit(async ({ root, flush }) => {
        for (const [who, what] of script)
          if (who === "own") change(root, what);
          else if (who === "flush") await flush();
          else {
            change(client.root, what);
            room.settle();
          }
      });
      room.settle();
      expect(client.json).toEqual(room.json);
      expect(other.json).toEqual(room.json);
    }),
    { numRuns: 500, seed: 1 },
  );
});
