/** A room in memory for tests: the server's Storage, lines that hold back frames in both directions, and clients. */
import type { LiveObject } from "@weft/client";
import { rootOf, RoomStorage, UndoHistory } from "@weft/client/storage";
import type { NodeChange } from "@weft/client/storage";
import { applyMessage, createTree, type Tree as ServerTree } from "@weft/crdt";
import type { CompactNode, Op, ServerOp } from "@weft/protocol/types";

/** Clients and room are still within a few rounds, or never. */
const mostRounds = 100;

type Frame =
  | { readonly kind: "ops"; readonly ops: readonly ServerOp[] }
  | { readonly kind: "refused"; readonly opIds: readonly string[] }
  | { readonly kind: "nodes"; readonly nodes: readonly CompactNode[]; readonly applied: readonly string[] };
type Request =
  | { readonly kind: "fetch"; readonly opIds: readonly string[] }
  | { readonly kind: "ops"; readonly ops: readonly Op[] };

export class TestRoom {
  readonly tree: ServerTree = createTree();
  readonly clients: TestClient[] = [];
  readonly #applied = new Set<string>();
  #actors = 0;

  constructor(nodes: readonly CompactNode[] = [["root", {}]]) {
    this.tree.load(nodes);
    this.tree.finishLoad();
  }

  join(): TestClient {
    const client = new TestClient(this);
    this.clients.push(client);
    client.connect();
    return client;
  }

  newActor(): number {
    return this.#actors++;
  }

  get json(): unknown {
    return createJson(this.tree);
  }

  /** Carries out the oldest request of a client. */
  serve(client: TestClient): void {
    const request = client.up.shift();
    if (request === undefined) return;
    if (request.kind === "fetch") {
      const applied = request.opIds.filter((opId) => this.#applied.has(opId));
      client.down.push({ kind: "nodes", nodes: nodesOf(this.tree), applied });
      return;
    }
    const reply = applyMessage(this.tree, request.ops, (opId) => this.#applied.has(opId), { resume: true });
    for (const opId of reply.applied) this.#applied.add(opId);
    for (const { opIds } of reply.refused) client.down.push({ kind: "refused", opIds });
    if (reply.early.length > 0) client.down.push({ kind: "ops", ops: reply.early });
    if (reply.acks.length > 0) client.down.push({ kind: "ops", ops: reply.acks });
    if (reply.forwards.length === 0) return;
    for (const other of this.clients)
      if (other !== client && other.isConnected) other.down.push({ kind: "ops", ops: reply.forwards });
  }

  /** Lets everything arrive, until nothing is on its way. */
  settle(): void {
    let isBusy = true;
    for (let round = 0; isBusy; round++) {
      if (round > mostRounds) throw new Error("Something is sent again and again.");
      isBusy = false;
      for (const client of this.clients) {
        if (!client.isConnected) client.connect();
        client.flush();
        while (client.up.length > 0) {
          this.serve(client);
          isBusy = true;
        }
        while (client.down.length > 0) {
          client.receive();
          isBusy = true;
        }
      }
    }
  }
}

export class TestClient {
  readonly up: Request[] = [];
  readonly down: Frame[] = [];
  onChanges: (changes: readonly NodeChange[]) => void = () => {};
  readonly history: UndoHistory;
  readonly storage: RoomStorage;
  readonly #room: TestRoom;
  isConnected = false;
  mayWrite = true;
  /** Whether Storage has arrived on this connection. */
  isReady = false;
  #actor = 0;
  #nodes = 0;
  #ops = 0;

  constructor(room: TestRoom) {
    this.#room = room;
    this.history = new UndoHistory({
      isApplicable: (op) => this.storage.isApplicable(op),
      apply: (entry, via) => this.storage.applyEntry(entry, via),
      changed: () => {},
    });
    this.storage = new RoomStorage({
      newId: () => `${this.#actor}:${this.#nodes++}`,
      newOpId: () => `${this.#actor}:${this.#ops++}`,
      history: this.history,
      checkMayWrite: () => {
        if (!this.mayWrite) throw new Error("This client is read-only.");
      },
      listener: {
        changed: (changes) => this.onChanges(changes),
        written: () => {},
        settled: () => {},
        fellBehind: () => this.#fetch(),
      },
    });
  }

  get root(): LiveObject {
    return rootOf(this.storage);
  }

  get json(): unknown {
    return rootOf(this.storage).toJSON();
  }

  connect(): void {
    this.#actor = this.#room.newActor();
    this.isConnected = true;
    this.isReady = false;
    this.#fetch();
  }

  #fetch(): void {
    this.up.push({ kind: "fetch", opIds: this.storage.sentOpIds });
  }

  /** What is on its way is lost: `served` requests of it have reached the room. */
  disconnect(served: number): void {
    for (let count = 0; count < served; count++) this.#room.serve(this);
    this.isConnected = false;
    this.up.length = 0;
    this.down.length = 0;
    this.storage.disconnect();
  }

  flush(): void {
    if (!this.isReady) return;
    const ops = this.storage.takeUnsent();
    if (ops.length > 0) this.up.push({ kind: "ops", ops });
  }

  receive(): void {
    const frame = this.down.shift();
    if (frame === undefined) return;
    if (frame.kind === "ops") this.storage.receive(frame.ops);
    else if (frame.kind === "refused") this.storage.refuse(frame.opIds);
    else {
      this.storage.load(frame.nodes, frame.applied);
      this.isReady = true;
    }
  }
}

function nodesOf(tree: ServerTree): readonly CompactNode[] {
  return Array.from(tree.encode(), (text) => JSON.parse(text) as CompactNode);
}

/** What the server's tree holds, as a client that loads it shows it. */
function createJson(tree: ServerTree): unknown {
  const reader = new RoomStorage({
    newId: () => "",
    newOpId: () => "",
    history: new UndoHistory({ isApplicable: () => false, apply: () => {}, changed: () => {} }),
    checkMayWrite: () => {},
    listener: { changed: () => {}, written: () => {}, settled: () => {}, fellBehind: () => {} },
  });
  reader.load(nodesOf(tree));
  return rootOf(reader).toJSON();
}
