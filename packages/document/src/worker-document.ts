import type { Limits } from "@weft/protocol";
import * as Y from "yjs";
import type { ClientClaim, ClientClaims } from "./client-claims.ts";
import type { ClockRanges } from "./clock-ranges.ts";
import { createClientClaims } from "./client-claims.ts";
import { documentJson } from "./json.ts";
import type {
  DocumentDiff,
  DocumentRow,
  JsonQuestion,
  QuarantinedRow,
  ReceivedUpdate,
  UpdatePieces,
  UpdateRefusal,
  UpdateSender,
} from "@weft/room/ports";
import type { UpdateBounds, UpdateFacts } from "./reader.ts";
import { readStateVector, readUpdate } from "./reader.ts";
import type { SnapshotHash } from "./snapshot-hash.ts";
import { addAll, followSnapshot } from "./snapshot-hash.ts";
import { cutUpdate } from "./update-pieces.ts";

/**
 * One document in a worker. Yjs gets only updates that the reader has accepted. If Yjs throws all the same, the
 * document is in an undefined state: it is given up, and the main thread loads it again from its rows.
 */
export interface WorkerDocument {
  /**
   * Fewer outcomes than updates mean that the document is to be given up after the last outcome: Yjs threw, or `isOver`
   * said before the next update that the call has taken too long.
   */
  apply(updates: readonly ReceivedUpdate[], step: (index: number) => void, isOver?: () => boolean): readonly Taken[];
  release(actor: number): void;
  diff(vector: Uint8Array, v2: boolean, inPieces?: boolean): Omit<DocumentDiff, "kind" | "hash"> | undefined;
  hash(v2: boolean): string;
  json(question: JsonQuestion): string;
  refersTo(guid: string): boolean;
  /** Undefined when the encoded state differs from the document. */
  merged(): Uint8Array | undefined;
  readonly weight: DocumentWeight;
}

/** What work on a document may cost is in proportion to these. */
export interface DocumentWeight {
  /** Upper bound of the size of the encoded document. */
  readonly bytes: number;
  readonly structs: number;
  readonly clients: number;
  /** Something in it waits for what has not arrived. */
  readonly isWaiting: boolean;
}

export type Taken =
  | {
      readonly kind: "accepted";
      /** Client ids that the update's actor began to write under. */
      readonly claimed: readonly ClientClaim[];
      /** The applied part of the update, when it is not all of it. */
      readonly rest?: Uint8Array;
    }
  | { readonly kind: "unchanged" }
  | { readonly kind: "refused"; readonly cause: UpdateRefusal; readonly reason: string; readonly fatal?: boolean };

/** Rows in one transaction: enough to share its cost, and few enough to keep what it merges at its end short. */
const rowsAtOnce = 500;

export interface Loading {
  readonly rows: readonly DocumentRow[];
  readonly claims: readonly ClientClaim[];
  readonly limits: Limits;
  /** Called with the index of the next row, or with the number of rows when the next step concerns several. */
  readonly step: (index: number) => void;
  /** Applies one row at a time, so that a failure has exactly one cause. */
  readonly careful?: boolean;
}

export function loadDocument({ rows, claims, limits, step, careful = false }: Loading): {
  readonly document: WorkerDocument;
  readonly quarantined: readonly QuarantinedRow[];
} {
  const bounds = storedBounds(limits);
  const broken = new Map<number, string>();
  const atOnce = careful ? 1 : rowsAtOnce;

  /** Applies rows from an index on. False if Yjs threw; the document is undefined then. */
  const applyRows = (document: Y.Doc, from: number): boolean => {
    for (let index = from; index < Math.min(from + atOnce, rows.length); index++) {
      step(index);
      const { id, update, v2 } = rows[index]!;
      if (broken.has(id)) continue;
      const reading = readUpdate(update, v2, bounds);
      if (reading.kind === "refused") broken.set(id, reading.reason);
      if (reading.kind === "refused" || reading.isEmpty) continue;
      try {
        applyUpdate(document, update, v2);
      } catch (error) {
        broken.set(id, sentence(error));
        return false;
      }
    }
    if (!careful) step(rows.length);
    return true;
  };

  for (;;) {
    const document = new Y.Doc();
    let whole = true;
    for (let from = 0; whole && from < rows.length; from += atOnce)
      whole = document.transact(() => applyRows(document, from));
    if (!whole) {
      document.destroy();
      continue;
    }
    const quarantined = [...broken].map(([id, reason]) => ({ id, reason }));
    const bytes = rows.reduce((sum, { update }) => sum + update.length, 0);
    // A single row, such as a merged one, is the whole state.
    const sole = rows.length === 1 && quarantined.length === 0 ? rows[0] : undefined;
    return { document: new YjsDocument(document, limits, createClientClaims(claims), bytes, sole), quarantined };
  }
}

/** Bounds for stored rows: all of them were accepted before, so these are wider than those for new updates. */
export function storedBounds({ documentStructs, documentClients, updateDepth }: Limits): UpdateBounds {
  const endless = Number.MAX_SAFE_INTEGER;
  const structs = 2 * documentStructs;
  return { structs, deletes: structs, clients: 2 * documentClients, run: endless, gap: endless, depth: updateDepth };
}

/** Updates up to this length are sent whole, and longer ones in pieces of about this length. */
const wholeBytes = 48 * 1_024;
const pieceBytes = 16 * 1_024;

/** A full document is measured after this many updates only: measuring means encoding. */
const measureEvery = 100;

class YjsDocument implements WorkerDocument {
  readonly #document: Y.Doc;
  readonly #limits: Limits;
  readonly #claims: ClientClaims;
  readonly #snapshot: SnapshotHash;
  readonly #received: UpdateBounds;
  readonly #whole: UpdateBounds;
  readonly #stored: UpdateBounds;
  /** Upper bound of the size of the encoded document. */
  #bytes: number;
  #measures = 0;
  #pending: {
    readonly structs: Uint8Array | undefined;
    readonly deletes: Uint8Array | null;
    readonly count: number;
  };
  #structs = Infinity;
  /** By the update that they were cut from. */
  readonly #pieces = new WeakMap<Uint8Array, UpdatePieces>();
  /** The whole state as V1 or V2, for clients with an empty state vector. Cleared by every change. */
  readonly #states = new Map<boolean, Uint8Array>();

  constructor(document: Y.Doc, limits: Limits, claims: ClientClaims, bytes: number, sole: DocumentRow | undefined) {
    this.#document = document;
    this.#limits = limits;
    this.#claims = claims;
    this.#snapshot = followSnapshot(document);
    this.#bytes = bytes;
    this.#stored = storedBounds(limits);
    this.#received = {
      structs: limits.updateStructs,
      deletes: limits.updateStructs,
      clients: limits.updateClients,
      run: limits.updateRun,
      gap: limits.updateGap,
      depth: limits.updateDepth,
    };
    const { documentStructs, documentClients } = limits;
    this.#whole = {
      ...this.#received,
      structs: documentStructs,
      deletes: documentStructs,
      clients: documentClients,
      gap: 0,
    };
    this.#pending = { structs: undefined, deletes: null, count: 0 };
    if (sole !== undefined) this.#states.set(sole.v2, sole.update);
  }

  get weight(): DocumentWeight {
    const { clients, pendingStructs, pendingDs } = this.#document.store;
    let structs = 0;
    for (const own of clients.values()) structs += own.length;
    const isWaiting = pendingStructs !== null || pendingDs !== null;
    return { bytes: this.#bytes, structs, clients: clients.size, isWaiting };
  }

  apply(
    updates: readonly ReceivedUpdate[],
    step: (index: number) => void,
    isOver: () => boolean = () => false,
  ): readonly Taken[] {
    const taken: Taken[] = [];
    this.#document.transact((transaction) => {
      for (const [index, received] of updates.entries()) {
        if (index > 0 && isOver()) break;
        step(index);
        const outcome = this.#take(received, transaction);
        taken.push(outcome);
        if (outcome.kind === "refused" && outcome.fatal === true) break;
      }
      step(updates.length);
    });
    if (taken.some(({ kind }) => kind === "accepted")) this.#states.clear();
    return taken;
  }

  #take(received: ReceivedUpdate, transaction: Y.Transaction): Taken {
    const { update, v2, from } = received;
    const facts = readUpdate(update, v2, from === undefined ? this.#whole : this.#received);
    if (facts.kind === "refused") return refused(facts.excessive ? "excessive" : "malformed", facts.reason);
    if (facts.isEmpty) return { kind: "unchanged" };
    if (from?.readOnly === true) return refused("permission", "The connection may only read.");
    const foreign = this.#foreign(facts, from);
    if (foreign.length > 0) {
      const rest = without(foreign, update, v2);
      const taken = this.#take({ ...received, update: rest }, transaction);
      if (taken.kind === "unchanged") return refused("foreign", "It continues what another user writes.");
      return taken.kind === "accepted" ? { ...taken, rest } : taken;
    }
    const claimed: ClientClaim[] = [];
    const objection = this.#objection(facts, update.length, from, claimed);
    if (objection !== undefined) return objection;

    const before = this.#mark(facts, transaction);
    try {
      applyUpdate(this.#document, update, v2);
    } catch (error) {
      return { kind: "refused", cause: "malformed", reason: sentence(error), fatal: true };
    }
    if (sameMark(before, this.#mark(facts, transaction))) return { kind: "unchanged" };
    const { documentPending } = this.#limits;
    if (this.#countPending() > documentPending)
      return {
        ...refused("waiting", `More than ${documentPending} changes wait for what has not arrived.`),
        fatal: true,
      };
    this.#bytes += update.length;
    if (from === undefined || from.wholesale === true) return { kind: "accepted", claimed: [] };
    for (const { client } of claimed) this.#claims.add(client, from);
    return { kind: "accepted", claimed };
  }

  /**
   * Client ids in the update that another connected user writes under. Honest updates contain them, too: structs that
   * are pending at the sender are part of the state that it sends.
   */
  #foreign({ clients }: UpdateFacts, from: UpdateSender | undefined): number[] {
    if (from === undefined) return [];
    return clients
      .filter(({ client, end, structs }) => structs > 0 && end > Y.getState(this.#document.store, client))
      .map(({ client }) => client)
      .filter((client) => !this.#claims.mayWrite(client, from.user));
  }

  /** The reason to refuse an update, as far as it is known before applying it. */
  #objection(
    facts: UpdateFacts,
    length: number,
    from: UpdateSender | undefined,
    claimed: ClientClaim[],
  ): Taken | undefined {
    const { updateNewClients, updateGap, documentClients, documentStructs, documentBytes, documentPending } =
      this.#limits;
    const { store } = this.#document;
    const gap = from === undefined ? 0 : updateGap;
    let strangers = 0;
    let waiting = 0;
    for (const { client, clock, end, structs, skipped } of facts.clients) {
      if (structs === 0) continue;
      const known = Y.getState(store, client);
      if (clock - known > gap) return refused("excessive", runsAhead(client, clock, known, gap));
      if (clock > known || skipped > 0) waiting += structs;
      if (!store.clients.has(client)) strangers++;
      // Pending structs are not continued: they may be another user's, who still has to send the structs before them.
      if (from === undefined || end <= known || clock > known) continue;
      claimed.push({ client, actor: from.actor, user: from.user });
    }
    if (from !== undefined && strangers > updateNewClients)
      return refused("excessive", `It brings more than ${updateNewClients} new clients.`);
    if (waiting > 0 && this.#countPending() + waiting > documentPending)
      return refused("waiting", `More than ${documentPending} changes wait for what has not arrived.`);
    if (facts.structs === 0) return undefined;
    if (store.clients.size + strangers > documentClients)
      return refused("full", `The document holds ${documentClients} clients.`);
    if (this.#bytes + length > documentBytes && this.#isFull(documentBytes - length))
      return refused("full", `The document is ${documentBytes} bytes long.`);
    if (this.#mayExceed(facts.structs, documentStructs))
      return refused("full", `The document holds ${documentStructs} structs.`);
    return undefined;
  }

  /** Structs are counted upward and recounted at the bound. */
  #mayExceed(more: number, bound: number): boolean {
    if (this.#structs + more > bound) {
      this.#structs = 0;
      for (const structs of this.#document.store.clients.values()) this.#structs += structs.length;
    }
    if (this.#structs + more > bound) return true;
    // Each struct that comes in the middle of another cuts it in two.
    this.#structs += 3 * more;
    return false;
  }

  #isFull(bound: number): boolean {
    // Yjs collects garbage at the end of a transaction, so the kept states are made after it.
    if (this.#measures++ % measureEvery === 0) this.#bytes = Y.encodeStateAsUpdate(this.#document).length;
    return this.#bytes > bound;
  }

  /** What an update can change: the clocks of its clients, the number of deleted ranges, and pending structs. */
  #mark(facts: UpdateFacts, { deleteSet }: Y.Transaction): Mark {
    const { store } = this.#document;
    let clocks = 0;
    for (const { client } of facts.clients) clocks += Y.getState(store, client);
    let deleted = 0;
    for (const items of deleteSet.clients.values()) deleted += items.length;
    return { clocks, deleted, structs: store.pendingStructs?.update, deletes: store.pendingDs ?? undefined };
  }

  #countPending(): number {
    const { pendingStructs, pendingDs: deletes } = this.#document.store;
    const structs = pendingStructs?.update;
    if (this.#pending.structs === structs && this.#pending.deletes === deletes) return this.#pending.count;
    let count = 0;
    for (const update of [structs, deletes]) {
      const facts = update == null ? undefined : readUpdate(update, true, this.#stored);
      if (facts?.kind === "refused") count = Infinity;
      else if (facts !== undefined) count += facts.structs + facts.deletes.length;
    }
    this.#pending = { structs, deletes, count };
    return count;
  }

  release(actor: number): void {
    this.#claims.release(actor);
  }

  diff(vector: Uint8Array, v2: boolean, inPieces = false): Omit<DocumentDiff, "kind" | "hash"> | undefined {
    const reading = readStateVector(vector, this.#limits.documentClients);
    if (reading.kind === "refused") return undefined;
    const stateVector = Y.encodeStateVector(this.#document);
    const isNew = reading.clocks.size === 0;
    const encode = (asV2: boolean) => {
      if (isNew) return this.#everything(asV2);
      return asV2 ? Y.encodeStateAsUpdateV2(this.#document, vector) : Y.encodeStateAsUpdate(this.#document, vector);
    };
    const update = encode(v2);
    if (!inPieces || update.length <= wholeBytes) return { update, stateVector };
    const plain = v2 ? encode(false) : update;
    const pieces = this.#pieces.get(plain) ?? cutUpdate(plain, pieceBytes);
    this.#pieces.set(plain, pieces);
    return pieces.body.length === 0 ? { update, stateVector } : { update: plain, stateVector, pieces };
  }

  #everything(v2: boolean): Uint8Array {
    let state = this.#states.get(v2);
    if (state === undefined) {
      state = v2 ? Y.encodeStateAsUpdateV2(this.#document) : Y.encodeStateAsUpdate(this.#document);
      this.#states.set(v2, state);
    }
    return state;
  }

  hash(v2: boolean): string {
    return this.#snapshot.digest(v2);
  }

  json(question: JsonQuestion): string {
    return documentJson(this.#document, question);
  }

  refersTo(guid: string): boolean {
    for (const subdocument of this.#document.subdocs) if (subdocument.guid === guid) return true;
    return false;
  }

  merged(): Uint8Array | undefined {
    // Anew: a row that was loaded alone need not be as small.
    this.#states.delete(false);
    const state = this.#everything(false);
    if (!this.#saysTheSame(state)) return undefined;
    this.#bytes = state.length;
    return state;
  }

  #saysTheSame(state: Uint8Array): boolean {
    const { store } = this.#document;
    const facts = readUpdate(state, false, this.#stored);
    if (facts.kind === "refused") return false;
    if (store.pendingStructs !== null || store.pendingDs !== null) {
      const again = new Y.Doc();
      applyUpdate(again, state, false);
      const same = Y.equalSnapshots(Y.snapshot(this.#document), Y.snapshot(again));
      again.destroy();
      return same;
    }
    const clocks = facts.clients.filter(({ end }) => end > 0);
    if (clocks.length !== store.clients.size) return false;
    for (const { client, clock, end, skipped } of clocks)
      if (clock !== 0 || skipped !== 0 || end !== Y.getState(store, client)) return false;
    const deleted = new Map<number, ClockRanges>();
    addAll(deleted, facts.deletes);
    const expected = this.#snapshot.ranges();
    if (deleted.size !== expected.size) return false;
    for (const [client, { clocks: known }] of expected) {
      const own = deleted.get(client)?.clocks;
      if (own?.length !== known.length || own.some((clock, index) => clock !== known[index])) return false;
    }
    return true;
  }
}

interface Mark {
  readonly clocks: number;
  readonly deleted: number;
  readonly structs: Uint8Array | undefined;
  readonly deletes: Uint8Array | undefined;
}

function sameMark(one: Mark, other: Mark): boolean {
  const sameBytes = (a: Uint8Array | undefined, b: Uint8Array | undefined) =>
    a === b || (a !== undefined && b !== undefined && Buffer.compare(a, b) === 0);
  if (one.clocks !== other.clocks || one.deleted !== other.deleted) return false;
  return sameBytes(one.structs, other.structs) && sameBytes(one.deletes, other.deletes);
}

function applyUpdate(document: Y.Doc, update: Uint8Array, v2: boolean): void {
  // A V2 update is not copied where Yjs keeps parts of it, and must not keep alive whatever it travelled with.
  if (v2) Y.applyUpdateV2(document, update.slice());
  else Y.applyUpdate(document, update);
}

/** An update without the structs of some clients: as for a receiver that has all of theirs. */
function without(clients: readonly number[], update: Uint8Array, v2: boolean): Uint8Array {
  const had = Y.encodeStateVector(new Map(clients.map((client) => [client, Number.MAX_SAFE_INTEGER])));
  return v2 ? Y.diffUpdateV2(update, had) : Y.diffUpdate(update, had);
}

function refused(cause: UpdateRefusal, reason: string): Extract<Taken, { kind: "refused" }> {
  return { kind: "refused", cause, reason };
}

function runsAhead(client: number, clock: number, known: number, gap: number): string {
  const begins = `It begins at clock ${clock} of client ${client}, but the document has that client`;
  const has = known === 0 ? "not at all" : `only up to clock ${known - 1}`;
  const missing = `The update with clocks ${known} to ${clock - 1} is missing`;
  return `${begins} ${has}. ${missing}${gap === 0 ? "." : `, which is more than ${gap}.`}`;
}

function sentence(error: unknown): string {
  return `Yjs cannot apply it: ${error instanceof Error ? error.message : String(error)}`;
}
