import type { Op, ServerOp, TextData, TextOperation } from "@weft/protocol/types";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { applyMessage, applyOp } from "../apply.ts";
import { createTree, editable, type Tree } from "../tree.ts";
import { applyOperations } from "./draft.ts";
import { transformOperations } from "./transform.ts";

type Update = Extract<Op, { type: 10 }>;
type Told = Extract<ServerOp, { type: 10 }>;
type Frame =
  | { readonly kind: "told"; readonly op: ServerOp }
  | { readonly kind: "text"; readonly data: TextData; readonly version: number };

/** Private-use characters, each typed once, so that they can be distinguished at any position. */
const first = 0xe000;
const plain = (data: TextData) => data.map(([run]) => run).join("");

class Room {
  readonly tree: Tree = createTree();
  readonly clients: Client[] = [];
  readonly #known = new Set<string>();
  /** How often each character was written into the text. */
  readonly written = new Map<string, number>();
  #typed = 0;

  constructor(length: number) {
    applyOp(this.tree, {
      type: 9,
      id: "t",
      parentId: "root",
      parentKey: "text",
      data: [[this.fresh(length)]],
      version: 0,
    });
  }

  fresh(length: number): string {
    return Array.from({ length }, () => String.fromCharCode(first + this.#typed++)).join("");
  }
  get typed(): string[] {
    return Array.from({ length: this.#typed }, (_, nth) => String.fromCharCode(first + nth));
  }
  get data(): TextData {
    return editable(this.tree).get("t")!.segments;
  }
  get version(): number {
    return editable(this.tree).get("t")!.version;
  }
  knows(opId: string): boolean {
    return this.#known.has(opId);
  }

  receive(connection: Connection, op: Update): void {
    const reply = applyMessage(this.tree, [op], (opId) => this.knows(opId), { resume: true });
    expect(reply.refused).toEqual([]);
    for (const opId of reply.applied) this.#known.add(opId);
    for (const told of reply.forwards)
      for (const operation of (told as Told).ops)
        if (operation.type === "insert")
          for (const each of operation.text) this.written.set(each, (this.written.get(each) ?? 0) + 1);
    for (const told of [...reply.early, ...reply.acks]) connection.down.push({ kind: "told", op: told });
    for (const client of this.clients)
      if (client.connection !== connection)
        for (const told of reply.forwards) client.connection.down.push({ kind: "told", op: told });
  }
}

class Connection {
  readonly up: Update[] = [];
  readonly down: Frame[] = [];
}

/** What the official client does with one text, as far as the wire shows it. */
class Client {
  connection = new Connection();
  readonly #room: Room;
  readonly #name: string;
  #confirmed: TextData;
  #version: number;
  #sent: { readonly opId: string; ops: readonly TextOperation[] } | undefined;
  #queued: readonly TextOperation[] = [];
  #clock = 0;
  /** Nothing is sent between a new connection and the text. */
  #loading = false;
  #asked = true;
  readonly #lost: Connection[] = [];

  constructor(room: Room, name: string) {
    this.#room = room;
    this.#name = name;
    this.#confirmed = room.data;
    this.#version = room.version;
    room.clients.push(this);
  }

  get view(): TextData {
    return applyOperations(this.#confirmed, this.#pending).data;
  }
  get #pending(): readonly TextOperation[] {
    return [...(this.#sent?.ops ?? []), ...this.#queued];
  }
  get atRest(): boolean {
    const { up, down } = this.connection;
    return !this.#sent && this.#queued.length === 0 && up.length === 0 && down.length === 0 && !this.#loading;
  }

  edit(kind: number, at: number, size: number): void {
    const text = plain(this.view);
    const index = at % (text.length + 1);
    const length = Math.min(1 + (size % 4), text.length - index);
    if (kind < 5 || length === 0) {
      const operation = { type: "insert" as const, index, text: this.#room.fresh(1 + (size % 3)) };
      this.#queued = [...this.#queued, kind === 0 ? { ...operation, attributes: { by: size } } : operation];
    } else if (kind < 8) {
      this.#queued = [...this.#queued, { type: "delete", index, length }];
    } else {
      this.#queued = [...this.#queued, { type: "format", index, length, attributes: { bold: size % 2 === 0 || null } }];
    }
  }

  flush(): void {
    if (this.#loading || this.#sent || this.#queued.length === 0) return;
    this.#sent = { opId: `${this.#name}:${this.#clock++}`, ops: this.#queued };
    this.#queued = [];
    this.#send();
  }

  #send(): void {
    const { opId, ops } = this.#sent!;
    this.connection.up.push({ type: 10, id: "t", opId, baseVersion: this.#version, ops });
  }

  /** The server reads the next message; of a lost connection, a message that still arrived. */
  deliver(): void {
    const connection = this.#lost[0] ?? this.connection;
    const op = connection.up.shift();
    if (op) this.#room.receive(connection, op);
    if (this.#lost[0]?.up.length === 0) this.#lost.shift();
  }

  /** A new connection replaces the old one and gets the room's messages; the text has not been requested yet. */
  reconnect(reached: boolean): void {
    if (reached && this.connection.up.length > 0) this.#lost.push(this.connection);
    this.connection = new Connection();
    this.#loading = true;
    this.#asked = false;
  }

  load(): void {
    // The server has seen the end of the old connection by then.
    while (this.#lost.length > 0) this.deliver();
    if (this.#asked) return;
    this.#asked = true;
    this.connection.down.push({ kind: "text", data: this.#room.data, version: this.#room.version });
  }

  hear(): void {
    const frame = this.connection.down.shift();
    if (frame?.kind === "text") this.#loaded(frame.data, frame.version);
    else if (frame) this.#told(frame.op as Told);
  }

  #loaded(data: TextData, version: number): void {
    this.#confirmed = data;
    this.#version = version;
    this.#loading = false;
    if (this.#sent) {
      this.#sent.ops = this.#pending;
      this.#queued = [];
      this.#send();
    }
  }

  #told(op: Told): void {
    if (op.opId !== undefined) {
      if (op.opId !== this.#sent?.opId) return;
      // An ack of any other kind leaves it waiting for ever.
      expect(op.type).toBe(10);
      this.#sent = undefined;
      this.#confirmed = applyOperations(this.#confirmed, op.ops).data;
      this.#version = op.version!;
      this.flush();
      return;
    }
    const { operations, over } = transformOperations(this.#sent?.ops ?? [], op.ops, "after");
    if (this.#sent) this.#sent.ops = operations;
    this.#queued = transformOperations(this.#queued, over, "after").operations;
    this.#confirmed = applyOperations(this.#confirmed, op.ops).data;
    this.#version = op.version!;
  }
}

const often = ["edit", "flush", "deliver", "hear", "edit", "hear"] as const;
const step = fc.record({
  who: fc.nat(2),
  what: fc.constantFrom(...often, ...often, "load" as const, "break" as const, "lose" as const),
  kind: fc.nat(9),
  at: fc.nat(40),
  size: fc.nat(11),
});

test("[ST75] whatever is lost in transit, all typed text is written once, and everyone sees the same", () => {
  fc.assert(
    fc.property(fc.nat(9), fc.array(step, { minLength: 10, maxLength: 80, size: "max" }), (length, steps) => {
      const room = new Room(length);
      const clients = ["1", "2", "3"].map((name) => new Client(room, name));
      for (const { who, what, kind, at, size } of steps) {
        const client = clients[who]!;
        if (what === "edit") client.edit(kind, at, size);
        else if (what === "flush") client.flush();
        else if (what === "deliver") client.deliver();
        else if (what === "hear") client.hear();
        else if (what === "load") client.load();
        else client.reconnect(what === "break");
      }
      for (let round = 0; !clients.every(({ atRest }) => atRest); round++) {
        expect(round).toBeLessThan(1_000);
        for (const client of clients) {
          client.load();
          client.deliver();
          client.hear();
          client.flush();
        }
      }
      const text = plain(room.data);
      for (const client of clients) expect(client.view).toEqual(room.data);
      expect(new Set(text).size).toBe(text.length);
      for (const typed of room.typed.slice(length)) expect(room.written.get(typed)).toBe(1);
    }),
    { numRuns: 1_000 },
  );
});
