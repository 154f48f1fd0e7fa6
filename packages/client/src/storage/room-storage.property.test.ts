/**
 * Clients and a room: whatever they edit, undo and redo, however frames are delayed and connections lost, all of them show
 * what the room holds in the end; and what a client was told about changes leads from what it showed to what it shows.
 */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { applyOperations } from "@weft/crdt/shared";
import { NodeType } from "@weft/protocol/codes";
import type { CompactNode, TextData } from "@weft/protocol/types";
import type { NodeChange } from "./changes.ts";
import { LiveList } from "./live/structures.ts";
import { LiveMap } from "./live/structures.ts";
import { LiveObject } from "./live/structures.ts";
import { LiveText } from "./live/structures.ts";
import type { Lson, LsonObject } from "./live/lson.ts";
import type { ObjectNode, StorageNode } from "./nodes.ts";
import { childrenOf, isNode } from "./nodes.ts";
import { TestRoom } from "@weft/testkit/client-room";
import type { TestClient } from "@weft/testkit/client-room";

const beginning: readonly CompactNode[] = [
  ["root", { n: 0 }],
  ["L", 1, "root", "list"],
  ["M", 2, "root", "map"],
  ["O", 0, "root", "object", { x: 0 }],
  ["T", 4, "root", "text", [["Once upon a time"]], 0],
  ["L0", 3, "L", "!", "first"],
  ["L1", 3, "L", '"', "second"],
];

type Structure = LiveObject | LiveList | LiveMap | LiveText;

function structuresIn(value: Lson | undefined): Structure[] {
  if (value instanceof LiveText) return [value];
  if (value instanceof LiveList) return [value, ...value.toArray().flatMap(structuresIn)];
  if (value instanceof LiveMap) return [value, ...[...value.values()].flatMap(structuresIn)];
  if (value instanceof LiveObject)
    return [value, ...Object.values(value.toObject() as LsonObject).flatMap(structuresIn)];
  return [];
}

interface Edit {
  readonly at: number;
  readonly op: number;
  readonly with: number;
}

function valueOf(seed: number, fresh: () => string): Lson {
  switch (seed % 9) {
    case 0:
      return new LiveObject({ v: fresh(), inner: new LiveList([fresh()]) });
    case 1:
      return new LiveList<Lson>([fresh(), fresh()]);
    case 2:
      return new LiveMap([["k", fresh()]]);
    case 3:
      return new LiveText(fresh());
    default:
      return fresh();
  }
}

function applyEdit(root: LiveObject, edit: Edit, fresh: () => string): void {
  const all = structuresIn(root);
  const target = all[edit.at % all.length]!;
  const value = () => valueOf(edit.with, fresh);
  const key = ["a", "b", "c"][edit.with % 3]!;
  if (target instanceof LiveText) {
    const { length } = target;
    const index = edit.with % (length + 1);
    if (edit.op % 4 === 0) target.delete(index, edit.op % 5);
    else if (edit.op % 4 === 1 && length > 0) target.format(index, 3, { bold: edit.op % 3 === 0 ? null : true });
    else target.insert(index, fresh(), edit.op % 7 === 0 ? { bold: true } : undefined);
  } else if (target instanceof LiveList) {
    const { length } = target;
    const index = edit.with % Math.max(1, length);
    if (length === 0 || edit.op % 6 < 2) target.push(value());
    else if (edit.op % 6 === 2) target.insert(value(), edit.with % (length + 1));
    else if (edit.op % 6 === 3) target.set(index, value());
    else if (edit.op % 6 === 4) target.move(index, edit.at % length);
    else if (edit.op % 31 === 0) target.clear();
    else target.delete(index);
  } else if (target instanceof LiveMap) {
    if (edit.op % 3 === 0) target.delete(key);
    else target.set(key, value());
  } else if (edit.op % 4 === 0) target.delete(key);
  else if (edit.op % 4 === 1) target.set(key, value());
  else target.update({ [key]: fresh(), d: edit.with });
}

const step = fc.oneof(
  { weight: 9, arbitrary: fc.record({ kind: fc.constant("edit" as const), who: fc.nat(2), edit: edits() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom("flush" as const, "serve" as const, "receive" as const),
      who: fc.nat(2),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom("serve" as const, "receive" as const), who: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("undo" as const, "redo" as const), who: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("pause" as const, "resume" as const), who: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("drop" as const), who: fc.nat(2), served: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("connect" as const), who: fc.nat(2) }) },
);

function edits() {
  return fc.record({ at: fc.nat(1_000), op: fc.nat(1_000), with: fc.nat(1_000) });
}

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function play(client: TestClient, each: Step, room: TestRoom, fresh: () => string): void {
  switch (each.kind) {
    case "edit":
      if (client.storage.isLoaded) applyEdit(client.root, each.edit, fresh);
      break;
    case "flush":
      if (client.isConnected) client.flush();
      break;
    case "serve":
      if (client.isConnected) room.serve(client);
      break;
    case "receive":
      client.receive();
      break;
    case "undo":
      client.history.undo();
      break;
    case "redo":
      client.history.redo();
      break;
    case "pause":
      client.history.pause();
      break;
    case "resume":
      client.history.resume();
      break;
    case "drop":
      if (client.isConnected) client.disconnect(each.served);
      break;
    case "connect":
      if (!client.isConnected) client.connect();
      break;
  }
}

/** An ordinary run plays the same scripts every time: `WEFT_SEED=$RANDOM WEFT_RUNS=10000` looks for new ones. */
const runs = Number(process.env["WEFT_RUNS"] ?? 400);
const seed = Number(process.env["WEFT_SEED"] ?? 1);

test(`[CS1] clients show what the room holds, once everything has arrived (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: "max" }), (steps) => {
      playAll(steps);
    }),
    { numRuns: runs, seed },
  );
});

test(`[CS2] the changes that a client reports lead from what it showed to what it shows (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: "max" }), (steps) => {
      playAll(steps, (client) => new Mirror(client));
    }),
    { numRuns: runs, seed },
  );
});

function playAll(steps: readonly Step[], watch?: (client: TestClient) => Mirror): void {
  const room = new TestRoom(beginning);
  const clients = [room.join(), room.join(), room.join()];
  room.settle();
  const mirrors = watch && clients.map(watch);
  let made = 0;
  const fresh = () => `${(made++).toString(36)};`;
  for (const each of steps) {
    play(clients[each.who]!, each, room, fresh);
    mirrors?.[each.who]!.check();
  }
  room.settle();
  for (const client of clients) {
    expect(client.json).toEqual(room.json);
    expect(client.storage.isSynchronized).toBe(true);
  }
  for (const mirror of mirrors ?? []) mirror.check();
}

/** What a client's Storage holds, by its reports alone. */
class Mirror {
  readonly #client: TestClient;
  readonly #contents = new Map<StorageNode, readonly unknown[] | ReadonlyMap<string, unknown> | TextData>();

  constructor(client: TestClient) {
    this.#client = client;
    client.onChanges = (changes) => {
      for (const change of changes) this.#follow(change);
    };
    this.#add(client.storage.root);
  }

  check(): void {
    for (const node of nodesBelow(this.#client.storage.root)) {
      const held = this.#contents.get(node);
      if (node.type === NodeType.list) expect(held).toEqual(node.items);
      else if (node.type === NodeType.text) expect(held).toEqual(node.state.data);
      else if (node.type === NodeType.object || node.type === NodeType.map) expect(held).toEqual(node.members);
    }
  }

  #add(top: StorageNode): void {
    for (const node of nodesBelow(top)) {
      if (node.type === NodeType.list) this.#contents.set(node, [...node.items]);
      else if (node.type === NodeType.text) this.#contents.set(node, node.state.data);
      else if (node.type === NodeType.object || node.type === NodeType.map)
        this.#contents.set(node, new Map<string, unknown>(node.members));
    }
  }

  #follow(change: NodeChange): void {
    const { node } = change;
    if ("steps" in change) {
      const items = [...(this.#contents.get(node) as StorageNode[])];
      for (const each of change.steps) {
        if (each.type === "delete" || each.type === "set") expect(items[each.index]).toBeDefined();
        if (each.type === "delete") items.splice(each.index, 1);
        else if (each.type === "move") items.splice(each.index, 0, ...items.splice(each.previousIndex, 1));
        else items.splice(each.index, each.type === "set" ? 1 : 0, each.item);
        if (each.type === "insert" || each.type === "set") this.#add(each.item);
      }
      this.#contents.set(node, items);
    } else if ("operations" in change) {
      const held = this.#contents.get(node) as TextData;
      expect(held).toEqual(change.before);
      this.#contents.set(node, applyOperations(held, change.operations).data);
    } else {
      const members = new Map(this.#contents.get(node) as ReadonlyMap<string, unknown>);
      for (const [key, before] of change.before) {
        expect(members.get(key)).toEqual(before);
        const now = (change.node as ObjectNode).members.get(key);
        if (now === undefined) members.delete(key);
        else members.set(key, now);
        if (isNode(now)) this.#add(now);
      }
      this.#contents.set(node, members);
    }
  }
}

function* nodesBelow(node: StorageNode): Generator<StorageNode, void, undefined> {
  yield node;
  for (const child of childrenOf(node)) yield* nodesBelow(child);
}
