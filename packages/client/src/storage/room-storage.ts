/**
 * The Storage of one room on a client. What it shows is what the server has confirmed with this client's pending ops on
 * top (`pending.ts`), and texts with their own (`text-state.ts`). A transaction ends with one report of what changed.
 */
import { NodeType, OpType, ackNodeId } from "@weft/protocol/codes";
import type { CompactNode, Json, Op, RemoteOp, ServerOp, TextOperation } from "@weft/protocol/types";
import type { HistoryEntry, HistoryItem, UndoHistory, Via } from "../history/history.ts";
import { Changes } from "./changes.ts";
import type { NodeChange } from "./changes.ts";
import { inverseOf, inverseOfText } from "./inverse.ts";
import type { ObjectNode, StorageEditor, StorageNode, TextNode } from "./nodes.ts";
import { putLocal } from "./live/place.ts";
import { PendingOps } from "./pending.ts";
import { touch, ClientTree } from "./tree.ts";
import type { TrackedEdits, WriteStatus } from "./write-receipt.ts";

/** Who has made a change: another client, or this one by an edit, an undo or a redo. */
export type ChangeSource = { readonly origin: "remote" } | { readonly origin: "local"; readonly via: Via };

/** What learns of changes of Storage. */
export interface StorageListener {
  /** A transaction has ended that changed something. */
  changed(changes: readonly NodeChange[], source: ChangeSource): void;
  /** There is something to send. */
  written(): void;
  /** Ops are not pending any more: the server has them on disk, or has refused them. */
  settled(): void;
  /** What the server sends does not follow what this client has: it has to load Storage again. */
  fellBehind(): void;
}

/** What the Storage of a room is made with. */
export interface RoomStorageOptions {
  /** An id that no other client makes. */
  readonly newId: () => string;
  readonly newOpId: () => string;
  readonly history: UndoHistory;
  readonly listener: StorageListener;
  /** @throws if this client may not change Storage */
  readonly checkMayWrite: () => void;
}

/** The nodes of Storage as a client shows them: what is confirmed, and pending edits on top. */
export class RoomStorage implements StorageEditor {
  readonly #options: RoomStorageOptions;
  readonly #tree: ClientTree;
  readonly #pending = new PendingOps();
  /** Texts with an update on its way, by its opId. */
  readonly #flights = new Map<string, TextNode>();
  /** Texts with edits that are not on their way. */
  readonly #edited = new Set<TextNode>();
  #unsent: Op[] = [];
  #changes = new Changes();
  #depth = 0;
  /** Of the transactions whose writer asked how far they come. */
  #tracked: { readonly opIds: Set<string>; readonly texts: Set<TextNode> } | undefined;
  readonly #refused = new Set<string>();
  /** The actors that this client has been: op ids begin with them. */
  readonly #actors = new Set<string>();
  #isLoaded = false;
  /** Storage was loaded over this connection, and everything since was received. */
  #isCurrent = false;

  constructor(options: RoomStorageOptions) {
    this.#options = options;
    this.#tree = new ClientTree(
      this.#changes,
      (node, before, operations) => this.#showText(node, before, operations),
      (id) => this.#textOnItsWay(id),
    );
    this.#tree.root.storage = this;
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Whether it was loaded over this connection, so that ops may be sent. */
  get isCurrent(): boolean {
    return this.#isCurrent;
  }

  get root(): ObjectNode {
    return this.#tree.root;
  }

  /** Whether the server has acknowledged everything. */
  get isSynchronized(): boolean {
    return this.#pending.size === 0 && this.#flights.size === 0 && this.#edited.size === 0;
  }

  get hasUnsent(): boolean {
    return this.#unsent.length > 0 || this.#edited.size > 0;
  }

  newId(): string {
    return this.#options.newId();
  }

  /** Runs edits as one transaction. */
  transact<T>(source: ChangeSource, run: () => T): T {
    this.#depth++;
    try {
      return run();
    } finally {
      if (--this.#depth === 0) this.#report(source);
    }
  }

  /** Ids of the ops that the server may have applied. It says which of them it has when it sends Storage. */
  get sentOpIds(): readonly string[] {
    return [...Array.from(this.#pending.ops(), ({ opId }) => opId), ...this.#flights.keys()];
  }

  /**
   * Storage was sent as a whole. The server has decided these of the ops that are pending: they are in it, or had no effect. The
   * others are applied to it again, and are sent again.
   */
  load(nodes: readonly CompactNode[], decided: readonly string[] = []): void {
    this.transact({ origin: "remote" }, () => {
      this.#changes.isMuted = !this.#isLoaded;
      this.#pending.takeBack(this.#tree, this.#changes);
      for (const [id, node] of this.#pending.created()) this.#tree.adoptable.set(id, node);
      for (const opId of decided) {
        this.#pending.settle(opId);
        this.#flights.get(opId)?.state.flightIsContained();
        this.#flights.delete(opId);
      }
      this.#tree.load(nodes);
      this.#tree.adoptable.clear();
      this.#pending.applyAgain(this.#tree, this.#changes);
      // What is there at first is not a change.
      if (!this.#isLoaded) this.#changes = this.#tree.changes = new Changes();
      this.#isLoaded = true;
    });
    this.#isCurrent = true;
    this.#unsent = [...this.#pending.ops()];
    for (const [opId, { id, state }] of this.#flights) {
      const { baseVersion, sent } = state.flight!;
      this.#unsent.push({ type: OpType.updateText, id, opId, baseVersion, ops: sent });
    }
    if (this.hasUnsent) this.#options.listener.written();
    this.#options.listener.settled();
  }

  /** The connection was lost. What was sent is sent again once Storage was loaded. */
  disconnect(): void {
    this.#unsent = [];
    this.#isCurrent = false;
  }

  /** Ops in the order in which the server decided about them. */
  receive(ops: readonly ServerOp[]): void {
    // Storage that is on its way has them.
    if (!this.#isCurrent) return;
    this.transact({ origin: "remote" }, () => {
      let isTakenBack = false;
      const takeBack = () => {
        if (!isTakenBack) this.#pending.takeBack(this.#tree, this.#changes);
        isTakenBack = true;
      };
      this.#tree.inFrame(() => {
        for (const op of ops) this.#receiveOp(op, takeBack, () => isTakenBack);
      });
      if (isTakenBack) this.#pending.applyAgain(this.#tree, this.#changes);
    });
    if (this.#edited.size > 0) this.#options.listener.written();
    this.#options.listener.settled();
  }

  /** The server has refused these ops. */
  refuse(opIds: readonly string[]): void {
    this.transact({ origin: "remote" }, () => {
      const refused = opIds.filter((opId) => this.#pending.has(opId));
      if (refused.length > 0) {
        this.#pending.takeBack(this.#tree, this.#changes);
        for (const opId of refused) {
          this.#pending.settle(opId);
          this.#refused.add(opId);
        }
        this.#pending.applyAgain(this.#tree, this.#changes);
      }
      for (const opId of opIds) {
        const node = this.#flights.get(opId);
        if (node === undefined) continue;
        this.#flights.delete(opId);
        this.#showText(node, node.state.data, node.state.refuse());
        if (!node.state.isSynchronized) this.#edited.add(node);
      }
    });
    this.#options.listener.settled();
    if (this.hasUnsent) this.#options.listener.written();
  }

  batch<T>(run: () => T): T {
    return this.#options.history.batch(() => this.transact({ origin: "local", via: "edit" }, run));
  }

  /** Runs edits, and follows them until the server has decided about all of them. */
  track<T>(run: () => T): { readonly value: T; readonly edits: TrackedEdits } {
    const outer = this.#tracked;
    const tracked = (this.#tracked = { opIds: new Set<string>(), texts: new Set<TextNode>() });
    try {
      const value = run();
      return { value, edits: { readStatus: () => this.#statusOf(tracked.opIds, tracked.texts) } };
    } finally {
      this.#tracked = outer;
      for (const opId of tracked.opIds) outer?.opIds.add(opId);
      for (const text of tracked.texts) outer?.texts.add(text);
    }
  }

  setLocal(node: ObjectNode, key: string, value: Json | undefined): void {
    this.transact({ origin: "local", via: "edit" }, () => {
      this.#changes.local(node, key);
      putLocal(node, key, value);
    });
  }

  /** What waits to be sent. From then on it is on its way. */
  takeUnsent(): readonly Op[] {
    const ops = this.#unsent;
    const wasSynchronized = this.isSynchronized;
    this.#unsent = [];
    for (const node of this.#edited) {
      const isInTree = this.#tree.get(node.id) === node;
      // A pending op may only seem to have removed it.
      if (node.state.flight !== undefined || (!isInTree && this.#pending.size > 0)) continue;
      this.#edited.delete(node);
      const flight = isInTree ? node.state.takeOff(() => this.#newOpId()) : undefined;
      if (flight === undefined) continue;
      this.#flights.set(flight.opId, node);
      const { opId, baseVersion, sent } = flight;
      ops.push({ type: OpType.updateText, id: node.id, opId, baseVersion, ops: sent });
    }
    // What was left were edits of texts that are gone.
    if (this.isSynchronized && !wasSynchronized) this.#options.listener.settled();
    return ops;
  }

  /** Edits of this client: applied at once, noted in the history, and sent. */
  dispatch(ops: readonly RemoteOp[], via: Via = "edit"): void {
    this.#options.checkMayWrite();
    const inverse: HistoryItem[] = [];
    this.transact({ origin: "local", via }, () => {
      const created = new Set<string>();
      for (const op of ops) {
        if (op.type === OpType.updateText) {
          inverse.unshift(...this.#editText(op.id, op.ops));
          continue;
        }
        // Undoing the creation of a node undoes that of what is below it.
        const isInner = "parentId" in op && created.has(op.parentId);
        if (!isInner) inverse.unshift(...inverseOf(this.#tree, op).map((each) => ({ kind: "op" as const, op: each })));
        if ("parentId" in op) created.add(op.id);
        const sent = { ...op, opId: this.#newOpId() } as Op;
        this.#tracked?.opIds.add(sent.opId);
        this.#pending.add(this.#tree, sent);
        this.#unsent.push(sent);
      }
    });
    this.#options.history.record(inverse, via);
    this.#options.listener.written();
  }

  /** Places nodes as they are: creating ops with their ids put them into the tree. */
  adopt(nodes: ReadonlyMap<string, StorageNode>, run: () => void): void {
    for (const [id, node] of nodes) this.#tree.adoptable.set(id, node);
    run();
    this.#tree.adoptable.clear();
  }

  /** Whether an op would have something to change. */
  isApplicable(op: RemoteOp): boolean {
    return this.#tree.get("parentId" in op ? op.parentId : op.id) !== undefined;
  }

  /** Carries out an entry of the history. */
  applyEntry(entry: HistoryEntry, via: "undo" | "redo"): void {
    const ops = entry.filter((item) => item.kind === "op").map(({ op }) => op);
    if (ops.length > 0) this.dispatch(ops, via);
  }

  #statusOf(opIds: ReadonlySet<string>, texts: ReadonlySet<TextNode>): WriteStatus {
    const ids = Array.from(opIds);
    if (ids.some((opId) => this.#refused.has(opId))) return "refused";
    const pending = ids.filter((opId) => this.#pending.has(opId));
    const waiting = Array.from(texts).filter(({ state }) => !state.isSynchronized);
    if (pending.length === 0 && waiting.length === 0) return "durable";
    const isUnsent =
      !this.#isCurrent ||
      waiting.some((text) => this.#edited.has(text)) ||
      this.#unsent.some(({ opId }) => opIds.has(opId));
    return isUnsent ? "local" : "sent";
  }

  /** With the actor of the connection, which other connections of the same user do not have. */
  #newOpId(): string {
    const opId = this.#options.newOpId();
    this.#actors.add(actorOf(opId));
    return opId;
  }

  #receiveOp(op: ServerOp, takeBack: () => void, isTakenBack: () => boolean): void {
    // A page of the same user that was there before this one has written it: to this client, it is someone else's.
    const opId = op.opId !== undefined && this.#actors.has(actorOf(op.opId)) ? op.opId : undefined;
    if (opId !== undefined && this.#flights.has(opId)) return this.#acknowledgeText(op, opId);
    if (op.type === OpType.deleteNode && op.id === ackNodeId) {
      if (opId === undefined || !this.#pending.has(opId)) return;
      const node = this.#pending.nodeOf(opId);
      if (node !== undefined || !this.#pending.hadNoEffect(opId)) takeBack();
      this.#pending.settle(opId);
      // It exists already.
      if (node !== undefined) this.#tree.substitute(node);
      return;
    }
    if (op.type === OpType.updateText) {
      if (opId !== undefined) return;
      if (!isTakenBack() && this.#pending.meets(this.#tree, op)) takeBack();
      return this.#receiveText(op.id, op.ops, op.version ?? op.baseVersion + 1);
    }
    if (opId !== undefined) {
      // The answer to an op that was sent twice.
      if (!this.#pending.has(opId)) return;
      if (!isTakenBack() && this.#pending.confirm({ ...op, opId })) return;
      takeBack();
      const node = this.#pending.nodeOf(opId);
      this.#pending.settle(opId);
      this.#tree.apply(op, { isFinal: true, node });
      return;
    }
    if (!isTakenBack() && this.#pending.meets(this.#tree, op)) takeBack();
    // The server repeats the creation of nodes for clients that would have ignored it.
    this.#tree.apply(op, { isFinal: true, isRepeated: true });
  }

  #acknowledgeText(op: ServerOp, opId: string): void {
    const node = this.#flights.get(opId)!;
    this.#flights.delete(opId);
    const before = node.state.data;
    if (op.type !== OpType.updateText) this.#showText(node, before, node.state.discard());
    else this.#showText(node, before, node.state.acknowledge(op.ops, op.version ?? op.baseVersion));
    if (this.#edited.has(node)) this.#options.listener.written();
  }

  #receiveText(id: string, operations: readonly TextOperation[], version: number): void {
    const node = this.#tree.get(id);
    if (node?.type !== NodeType.text) return;
    const before = node.state.data;
    const shown = node.state.receive(operations, version);
    if (shown === undefined) this.#options.listener.fellBehind();
    else this.#showText(node, before, shown);
  }

  #editText(id: string, operations: readonly TextOperation[]): HistoryItem[] {
    const node = this.#tree.get(id);
    if (node?.type !== NodeType.text) return [];
    const before = node.state.data;
    const applied = node.state.edit(operations);
    this.#edited.add(node);
    this.#tracked?.texts.add(node);
    this.#changes.text(node, before, applied);
    if (node.parent) touch(node.parent);
    const inverse = inverseOfText(before, applied);
    return inverse.length === 0
      ? []
      : [{ kind: "op", op: { type: OpType.updateText, id, baseVersion: 0, ops: inverse } }];
  }

  #showText(node: TextNode, before: TextNode["state"]["data"], operations: readonly TextOperation[]): void {
    if (operations.length === 0) return;
    this.#changes.text(node, before, operations);
    if (node.parent) touch(node.parent);
    this.#options.history.follow(node.id, operations);
  }

  #textOnItsWay(id: string): TextNode | undefined {
    for (const nodes of [this.#flights.values(), this.#edited])
      for (const node of nodes) if (node.id === id && node.parent === undefined) return node;
    return undefined;
  }

  #report(source: ChangeSource): void {
    const changes = this.#changes;
    if (changes.isEmpty) return;
    this.#changes = this.#tree.changes = new Changes();
    const taken = changes.take(this.#tree.root);
    if (taken.length > 0) this.#options.listener.changed(taken, source);
  }
}

function actorOf(opId: string): string {
  return opId.slice(0, opId.indexOf(":"));
}
