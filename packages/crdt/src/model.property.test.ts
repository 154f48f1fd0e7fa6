/**
 * Clients of the protocol, as small as they can be: they apply their own ops at once, ignore
 * what others write to a key or position they have a write under way for, and follow acks, fixes and forwards. Whatever they do, and
 * however frames are delayed or connections lost, they and the room must end up with the same document.
 */
import type { Op, RemoteOp, ServerOp } from "@weft/protocol/types";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { applyMessage, applyOp } from "./apply.ts";
import { makePosition } from "./position.ts";
import { jsonIn } from "./whole-storage.ts";
import { createTree, editable, type Tree } from "./tree.ts";

const scaffold = [
  { type: 2, id: "L", parentId: "root", parentKey: "list" },
  { type: 7, id: "M", parentId: "root", parentKey: "map" },
  { type: 4, id: "O", parentId: "root", parentKey: "o", data: { x: 0 } },
] as const;

const copyOf = (tree: Tree) => {
  const copy = createTree();
  copy.load([...tree.encode()].map((text) => JSON.parse(text)));
  copy.finishLoad();
  return copy;
};

/** What an op writes to: the key of an object or map, or nothing that a client guards. */
function target(op: RemoteOp, tree: Tree): string[] {
  if (op.type === 3) return Object.keys(op.data).map((key) => `${op.id}/${key}`);
  if (op.type === 6) return [`${op.id}/${op.key}`];
  const list = "parentId" in op && editable(tree).get(op.parentId)?.type === 1;
  return "parentId" in op && !list ? [`${op.parentId}/${op.parentKey}`] : [];
}

class Client {
  readonly name: string;
  tree: Tree;
  clock = 0;
  /** Sent or to be sent, not acknowledged, oldest first. */
  pending: Op[] = [];
  /** Frames on the way to the room, and from it. */
  up: Op[][] = [];
  down: ServerOp[][] = [];

  constructor(name: string, room: Tree) {
    this.name = name;
    this.tree = copyOf(room);
  }

  perform(op: RemoteOp): void {
    if (applyOp(this.tree, op).kind !== "accepted") return;
    const sent: Op = { ...op, opId: `${this.name}:${this.clock++}` };
    this.pending.push(sent);
    this.up.push([sent]);
  }

  hear(frame: readonly ServerOp[]): void {
    for (const op of frame) {
      if (op.opId === undefined) this.#follow(op);
      else this.#acknowledge(op);
    }
  }

  /** The connection is lost with everything on it: load anew, put what is unacknowledged on top, send it again. */
  reconnect(room: Tree): void {
    this.up = [];
    this.down = [];
    this.tree = copyOf(room);
    for (const op of this.pending) applyOp(this.tree, op);
    if (this.pending.length > 0) this.up.push([...this.pending]);
  }

  #acknowledge(op: ServerOp): void {
    this.pending = this.pending.filter(({ opId }) => opId !== op.opId);
    if (op.type === 5 && op.id !== "ACK") applyOp(this.tree, op);
    // A list item takes the position it was given.
    if (("parentId" in op || op.type === 1) && editable(this.tree).get(op.id)?.parent?.type === 1)
      this.#put(op.id, op.parentKey);
    else if ("parentId" in op && !this.#guarded(op)) applyOp(this.tree, op);
  }

  #follow(op: ServerOp): void {
    if (this.#guarded(op)) return;
    const parent = "parentId" in op ? editable(this.tree).get(op.parentId) : undefined;
    if (op.type === 1) this.#put(op.id, op.parentKey);
    else if ("parentId" in op && parent?.type === 1 && !editable(this.tree).get(op.id)) {
      const named =
        op.intent === "set" && op.deletedId !== undefined ? editable(this.tree).get(op.deletedId) : undefined;
      if (named?.parent === parent) applyOp(this.tree, { type: 5, id: named.id });
      this.#vacate(op.parentId, op.parentKey, op.intent === "set");
      const { intent: _, deletedId: __, ...insert } = op;
      applyOp(this.tree, insert);
    } else applyOp(this.tree, op);
  }

  /** A write of this client's own to the same key is under way, so it will have the last word. */
  #guarded(op: ServerOp): boolean {
    const keys = target(op, this.tree);
    return keys.length > 0 && this.pending.some((own) => target(own, this.tree).some((key) => keys.includes(key)));
  }

  #put(id: string, position: string): void {
    const node = editable(this.tree).get(id);
    if (node?.parent?.type !== 1 || node.key === position) return;
    this.#vacate(node.parent.id, position, false);
    applyOp(this.tree, { type: 1, id, parentKey: position });
  }

  /** The room's word on a position stands: an own item that was guessed to be there makes way until its ack comes. */
  #vacate(listId: string, position: string, replace: boolean): void {
    const list = editable(this.tree).get(listId)!;
    const occupant = list.itemAt(position);
    if (!occupant) return;
    const own = this.pending.some(({ id }) => id === occupant.id);
    if (replace && !own) applyOp(this.tree, { type: 5, id: occupant.id });
    else {
      const next = list.items![list.indexOf(position) + 1];
      applyOp(this.tree, { type: 1, id: occupant.id, parentKey: makePosition(position, next?.key) });
    }
  }
}

type Step = { client: number; kind: string; a: number; b: number };
const step: fc.Arbitrary<Step> = fc.record({
  client: fc.nat({ max: 1 }),
  kind: fc.constantFrom(
    "field",
    "field",
    "unset",
    "entry",
    "drop",
    "child",
    "push",
    "insert",
    "remove",
    "move",
    "serve",
    "serve",
    "hear",
    "hear",
    "hear",
    "lose",
    "lose",
  ),
  a: fc.nat({ max: 9 }),
  b: fc.nat({ max: 9 }),
});

test("[ST44] clients that follow acks, fixes, forwards and replays agree with the room once all is delivered", () => {
  let replays = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 30, maxLength: 80 }), (steps) => {
      const room = createTree();
      for (const op of scaffold) applyOp(room, op);
      const clients = [new Client("1", room), new Client("2", room)];
      const known = new Set<string>();
      let made = 0;

      const serve = (client: Client) => {
        const ops = client.up.shift();
        if (!ops) return;
        replays += ops.filter(({ opId }) => known.has(opId)).length;
        const reply = applyMessage(room, ops, (opId) => known.has(opId));
        for (const opId of reply.applied) known.add(opId);
        client.down.push(reply.early, reply.acks);
        for (const other of clients) if (other !== client) other.down.push(reply.forwards);
      };
      const hear = (client: Client) => {
        const frame = client.down.shift();
        if (frame) client.hear(JSON.parse(JSON.stringify(frame)));
      };

      for (const { client: index, kind, a, b } of steps) {
        const client = clients[index]!;
        const id = `${client.name}.${made++}`;
        const items = editable(client.tree).get("L")?.items ?? [];
        const item = items[a % Math.max(1, items.length)];
        const gap = b % (items.length + 1);
        const between = makePosition(items[gap - 1]?.key, items[gap]?.key);
        const key = `k${a % 2}`;
        const register = { type: 8, id, data: id } as const;
        if (kind === "field") client.perform({ type: 3, id: "O", data: { [key]: id } });
        else if (kind === "unset") client.perform({ type: 6, id: "O", key });
        else if (kind === "entry") client.perform({ ...register, parentId: "M", parentKey: key });
        else if (kind === "drop") client.perform({ type: 6, id: "M", key });
        else if (kind === "child") client.perform({ type: 4, id, parentId: "O", parentKey: key, data: { id } });
        else if (kind === "push")
          client.perform({ ...register, parentId: "L", parentKey: makePosition(items.at(-1)?.key), intent: "push" });
        else if (kind === "insert") client.perform({ ...register, parentId: "L", parentKey: between });
        else if (kind === "remove" && item) client.perform({ type: 5, id: item.id });
        else if (kind === "move" && item) client.perform({ type: 1, id: item.id, parentKey: between });
        else if (kind === "serve") serve(client);
        else if (kind === "hear") hear(client);
        else if (kind === "lose") client.reconnect(room);
      }
      while (clients.some(({ up, down }) => up.length + down.length > 0)) {
        for (const client of clients) {
          serve(client);
          hear(client);
        }
      }
      const document = JSON.stringify(sorted(jsonIn(room)));
      for (const client of clients) {
        expect(client.pending).toEqual([]);
        expect(JSON.stringify(sorted(jsonIn(client.tree)))).toBe(document);
      }
    }),
    { numRuns: 1000 },
  );
  expect(replays).toBeGreaterThan(100);
});

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
