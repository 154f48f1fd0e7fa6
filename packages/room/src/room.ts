import type { Allowances, FindUpload, Steps, Stepwise, Tree } from "@weft/crdt";
import { applyInSteps, applyMessage, applyPatchInSteps, fillInSteps, restoreInSteps } from "@weft/crdt";
import type {
  ClientMessage,
  FeedRequest,
  Json,
  JsonObject,
  Level,
  Op,
  Permission,
  RoomState,
  ServerMessage,
  ServerOp,
  VerboseNode,
} from "@weft/protocol";
import { WeftError, serverActor } from "@weft/protocol";
import type { Clocks } from "./clocks.ts";
import { createClocks, parseOpId } from "./clocks.ts";
import type { ActorRecord, Author, RefusalCause } from "./ports.ts";

/**
 * One room, awake: who is in it, what its Storage holds, and what every message does to both.
 *
 *     message ──► receive ──► Outcome { sends, durable }      the mailbox commits, then sends
 *                    │
 *                    ├─ members   who is here, by actor number
 *                    ├─ tree      Storage, once somebody asked for it
 *                    └─ actors    whose ops are committed, and which (once, G3)
 *
 * It performs no I/O and reads no clock: same messages, same order, same `now`, same outcome. That
 * nothing leaves before it is committed is the mailbox's affair.
 */
export interface Room {
  /** Count of ops and document updates decided so far, committed or about to be. */
  readonly seq: number;
  readonly members: ReadonlyMap<number, Member>;
  /** Whether Storage is here; FETCH_STORAGE, UPDATE_STORAGE and `change` need it. */
  readonly tree: Tree | undefined;
  /** Tells which files have been uploaded to the room; nobody puts another into Storage. */
  findUpload: FindUpload;
  adoptTree(tree: Tree): void;

  /** `spell`: how scopes are told to the member; others are told of them in full form. */
  join(member: Member, nonce: string, spell?: SpellScopes): Outcome;
  leave(actor: number): Outcome;
  /** Everything but updates. */
  receive(actor: number, message: ClientMessage): Outcome;
  /** An update of Storage; the room must not be touched before its end. Its work on texts is taken from `steps`. */
  update(actor: number, ops: readonly Op[], steps: Steps): Stepwise<Outcome>;
  /** Refuses an update of Storage. Ops of it that were committed before are acknowledged all the same. */
  refuse(actor: number, ops: readonly Op[], reason: string, cause: RefusalCause): Outcome;
  broadcast(event: Json): Outcome;
  /**
   * A change asked for over REST; the room must not be touched before its end. Throws a WeftError, with nothing changed,
   * when it cannot be made.
   */
  change(change: StorageChange, newId: () => string): Stepwise<Changed>;

  /** Actor numbers in the op ids of these ops of which nothing is in memory: `remember` them before `receive`. */
  strangers(ops: readonly Op[]): readonly number[];
  /** Without a record it was issued but never wrote: the first user to send an op of its keeps it. */
  remember(actor: number, record: ActorRecord | undefined): void;
  /** Numbers below this have been given out. */
  issued: number;
  /** Whether an op has been decided. */
  readonly knows: (opId: string) => boolean;

  /** Updates of documents were decided beside Storage; by whom, each. */
  decided(users: readonly string[]): void;
  /** A version is taken of what was decided so far; answers the seq at which it stands. */
  beginVersion(): number;
  /** What of Storage has to be made durable since the last call. */
  takeWrites(): Writes;
}

export type SpellScopes = (scopes: readonly Permission[]) => readonly Permission[];

/** A connection, or a presence that a back end keeps in the room over REST. */
export interface Member {
  readonly actor: number;
  /** Whose ops and replays are its own: see `userOf`. */
  readonly user: string;
  readonly id?: string;
  readonly info?: JsonObject;
  readonly scopes: readonly Permission[];
  readonly storage: Level;
  /** Set for a presence kept over REST; it has no socket, and newcomers are told what it shows. */
  readonly presence?: JsonObject;
}

export type StorageChange =
  | { readonly kind: "initialise"; readonly document: unknown }
  | { readonly kind: "delete" }
  | { readonly kind: "patch"; readonly patch: unknown }
  | { readonly kind: "restore"; readonly nodes: readonly VerboseNode[] }
  | { readonly kind: "ops"; readonly ops: readonly Op[] };

export interface Outcome {
  readonly sends: readonly Send[];
  /** Whether something has to be committed before `sends` may leave. */
  readonly durable: boolean;
  /** Ops that were refused, for the counters. */
  readonly refused?: { readonly count: number; readonly cause: RefusalCause };
  /** Ops that were committed before and came again. */
  readonly replayed?: number;
}

export interface Changed extends Outcome {
  readonly acks: readonly ServerOp[];
}

export type Send =
  | { readonly to: number; readonly message: ServerMessage }
  | { readonly to: "others"; readonly from: number; readonly message: ServerMessage; readonly owed?: Owed }
  | { readonly to: "everyone"; readonly message: ServerMessage }
  /** The whole Storage tree, as it stands at this place in the order. */
  | { readonly to: number; readonly storage: "snapshot" }
  | { readonly to: number | "everyone"; readonly close: "RESTARTING" | "ACCESS_CHANGED" };

/** What a message says, with op ids: for a later connection of the same user, which may still owe these ops. */
export interface Owed {
  readonly user: string;
  readonly ops: readonly ServerOp[];
}

export interface Writes {
  readonly puts: readonly string[];
  readonly drops: readonly string[];
  readonly clear: boolean;
  readonly actors: readonly ActorRecord[];
  readonly authors: readonly Author[];
}

/** The name under which ops are remembered: a user's, the one all anonymous connections share, or the REST API's. */
export function userOf(credential: { readonly userId?: string } | "server"): string {
  if (credential === "server") return "s";
  return credential.userId === undefined ? "" : named + credential.userId;
}
/** How the names of users begin. */
const named = "u:";

export function createRoom(start: { readonly seq: number; readonly issued: number }): Room {
  return new AwakeRoom(start.seq, start.issued);
}

interface Refusal {
  readonly opIds: readonly string[];
  readonly reason: string;
  readonly cause: RefusalCause;
}

interface Actor {
  readonly user: string;
  readonly clocks: Clocks;
}

const nothing: Outcome = { sends: [], durable: false };

class AwakeRoom implements Room {
  readonly #members = new Map<number, Member>();
  readonly #actors = new Map<number, Actor>();
  /** Issued numbers of which neither memory nor disk knows a user. */
  readonly #unbound = new Set<number>();
  readonly #touched = new Set<number>();
  /** Who has changed the room since the last version, and those of them that the store has not been told of. */
  readonly #authors = new Set<string>();
  #newAuthors: Author[] = [];
  #versionSeq: number;
  #tree: Tree | undefined;
  #seq: number;
  issued: number;
  findUpload: FindUpload = () => undefined;

  constructor(seq: number, issued: number) {
    this.#seq = seq;
    this.#versionSeq = seq;
    this.issued = issued;
  }

  get seq(): number {
    return this.#seq;
  }
  get members(): ReadonlyMap<number, Member> {
    return this.#members;
  }
  get tree(): Tree | undefined {
    return this.#tree;
  }

  adoptTree(tree: Tree): void {
    this.#tree = tree;
  }

  join(member: Member, nonce: string, spell: SpellScopes = (scopes) => scopes): Outcome {
    const { actor } = member;
    const users: RoomState["users"] = {};
    const sends: Send[] = [];
    for (const other of this.#members.values()) {
      if (other.actor === actor) continue;
      const visitor = visitorOf(other);
      users[other.actor] = { ...visitor, scopes: [...spell(visitor.scopes)] };
    }
    const scopes = [...spell(member.scopes)];
    sends.push({ to: actor, message: { type: 104, actor, nonce, scopes, users, meta: {} } });
    for (const other of this.#members.values()) {
      if (other.presence === undefined || other.actor === actor) continue;
      sends.push({ to: actor, message: { type: 100, actor: other.actor, data: other.presence, targetActor: actor } });
    }
    const known = this.#members.has(actor);
    this.#members.set(actor, member);
    if (!known) sends.push({ to: "others", from: actor, message: { type: 101, actor, ...visitorOf(member) } });
    if (member.presence !== undefined) {
      const data = member.presence;
      sends.push({ to: "others", from: actor, message: { type: 100, actor, data, targetActor: serverActor } });
    }
    if (member.storage === "write" && !this.#actors.has(actor)) {
      // Durable soon, not at once: a replay after a crash may find its actor unknown, and binds it then.
      this.#actors.set(actor, { user: member.user, clocks: createClocks() });
      this.#touched.add(actor);
    }
    return { sends, durable: false };
  }

  leave(actor: number): Outcome {
    if (!this.#members.delete(actor)) return nothing;
    return { sends: [{ to: "others", from: actor, message: { type: 102, actor } }], durable: false };
  }

  receive(actor: number, message: ClientMessage): Outcome {
    const member = this.#members.get(actor);
    if (member === undefined) return nothing;
    switch (message.type) {
      case 100: {
        const { data, targetActor } = message;
        // A full presence for one newcomer goes to nobody else: a room that fills costs n messages, not n².
        if (targetActor !== undefined && targetActor >= 0)
          return { sends: [{ to: targetActor, message: { type: 100, actor, data, targetActor } }], durable: false };
        const update =
          targetActor === undefined
            ? { type: 100 as const, actor, data }
            : { type: 100 as const, actor, data, targetActor };
        return { sends: [{ to: "others", from: actor, message: update }], durable: false };
      }
      case 103: {
        const event =
          "event" in message ? { type: 103 as const, actor, event: message.event } : { type: 103 as const, actor };
        return { sends: [{ to: "others", from: actor, message: event }], durable: false };
      }
      case 200:
        if (member.storage === "none") return nothing;
        return { sends: [{ to: actor, storage: "snapshot" }], durable: false };
      case 201:
      case 300:
      case 301:
        throw new Error("Updates are taken by `update`, and documents have a place of their own (documents.ts).");
      default:
        return feedsMissing(actor, message);
    }
  }

  broadcast(event: Json): Outcome {
    return { sends: [{ to: "everyone", message: { type: 103, actor: serverActor, event } }], durable: false };
  }

  *change(change: StorageChange, newId: () => string): Stepwise<Changed> {
    const tree = this.#storage();
    switch (change.kind) {
      case "initialise": {
        if (!tree.empty) throw new WeftError("CANNOT_UPDATE_EXISTING_STORAGE");
        const filled = yield* fillInSteps(tree, change.document, newId, this.findUpload);
        yield* tree.encodeChangesInSteps();
        this.#seq += filled;
        return { sends: [{ to: "everyone", close: "ACCESS_CHANGED" }], durable: true, acks: [] };
      }
      case "delete":
        tree.clear();
        this.#seq += 1;
        return { sends: [{ to: "everyone", close: "ACCESS_CHANGED" }], durable: true, acks: [] };
      case "patch":
      case "restore": {
        const { forwards } =
          change.kind === "patch"
            ? yield* applyPatchInSteps(tree, change.patch, newId, this.findUpload)
            : yield* restoreInSteps(tree, change.nodes, newId, this.findUpload);
        yield* tree.encodeChangesInSteps();
        if (forwards.length === 0) return { sends: [], durable: false, acks: [] };
        this.#seq += forwards.length;
        return { sends: [{ to: "everyone", message: { type: 201, ops: forwards } }], durable: true, acks: [] };
      }
      case "ops": {
        const { accepted, refused } = this.#screen("s", change.ops);
        const reply = yield* applyInSteps(tree, accepted, this.knows, this.#allowed());
        const reason = refused?.reason ?? reply.refused[0]?.reason;
        this.#commitOps("s", reply.applied);
        const sends: Send[] = [];
        if (reply.forwards.length > 0) sends.push({ to: "everyone", message: { type: 201, ops: reply.forwards } });
        if (reason !== undefined && reply.applied.length === 0)
          throw new WeftError("UNPROCESSABLE_ENTITY", { message: reason });
        return { sends, durable: reply.applied.length > 0, acks: [...reply.early, ...reply.acks] };
      }
    }
  }

  strangers(ops: readonly Op[]): readonly number[] {
    let found: number[] | undefined;
    for (const { opId } of ops) {
      const parsed = parseOpId(opId);
      if (parsed === undefined || parsed.actor >= this.issued || this.#actors.has(parsed.actor)) continue;
      if (this.#unbound.has(parsed.actor)) continue;
      found ??= [];
      if (!found.includes(parsed.actor)) found.push(parsed.actor);
    }
    return found ?? none;
  }

  remember(actor: number, record: ActorRecord | undefined): void {
    if (this.#actors.has(actor)) return;
    if (record === undefined) this.#unbound.add(actor);
    else this.#actors.set(actor, { user: record.user, clocks: createClocks(record.clocks) });
  }

  decided(users: readonly string[]): void {
    this.#seq += users.length;
    for (const user of users) this.#changedBy(user);
  }

  beginVersion(): number {
    this.#authors.clear();
    this.#versionSeq = this.#seq;
    return this.#seq;
  }

  takeWrites(): Writes {
    const { puts, drops, clear } = this.#tree?.takeChanges() ?? nothingChanged;
    const actors: ActorRecord[] = [];
    for (const number of this.#touched) {
      const { user, clocks } = this.#actors.get(number)!;
      actors.push({ actor: number, user, clocks: [...clocks.intervals] });
    }
    this.#touched.clear();
    const authors = this.#newAuthors;
    if (authors.length > 0) this.#newAuthors = [];
    return { puts, drops, clear, actors, authors };
  }

  *update(actor: number, ops: readonly Op[], steps: Steps): Stepwise<Outcome> {
    const member = this.#members.get(actor);
    if (member === undefined) return nothing;
    if (member.storage !== "write")
      return this.refuse(actor, ops, "This connection may not change the room's Storage.", "permission");
    const { accepted, denied, refused } = this.#screen(member.user, ops);
    const reply = yield* applyInSteps(this.#storage(), accepted, this.knows, { ...this.#allowed(), steps });
    this.#commitOps(member.user, reply.applied);
    const sends: Send[] = [];
    const refusals: Refusal[] = reply.refused.map((one) => ({ ...one, cause: "limit" }));
    if (refused !== undefined) refusals.push(refused);
    // Fixes before acks, in a message of their own: a list set must lose its rival before it is confirmed (7.8).
    if (reply.early.length > 0) sends.push({ to: actor, message: { type: 201, ops: reply.early } });
    if (reply.forwards.length > 0) {
      const owed = { user: member.user, ops: reply.echoes };
      sends.push({ to: "others", from: actor, message: { type: 201, ops: reply.forwards }, owed });
    }
    if (reply.acks.length > 0) sends.push({ to: actor, message: { type: 201, ops: reply.acks } });
    const durable = reply.applied.length > 0;
    const replayed =
      accepted.length - reply.applied.length - reply.refused.reduce((sum, { opIds }) => sum + opIds.length, 0);
    if (refusals.length === 0) return { sends, durable, replayed };
    const { sends: last, refused: count } = refusal(actor, refusals);
    sends.push(...this.#undone(actor, denied), ...last);
    return { sends, durable, replayed, refused: count };
  }

  refuse(actor: number, ops: readonly Op[], reason: string, cause: RefusalCause): Outcome {
    const member = this.#members.get(actor);
    if (member === undefined) return nothing;
    const isReader = member.storage !== "none";
    const opIds = ops.map(({ opId }) => opId).filter((opId) => !isReader || !this.knows(opId));
    const { sends, ...refused } = refusal(actor, [{ opIds, reason, cause }]);
    return { ...refused, sends: isReader ? [...this.#undone(actor, ops), ...sends] : sends };
  }

  /** Sets aside ops whose id names an actor that was never issued, or was issued to somebody else. */
  #screen(user: string, ops: readonly Op[]): { accepted: readonly Op[]; denied: readonly Op[]; refused?: Refusal } {
    const isOwn = ({ opId }: Op) => {
      const parsed = parseOpId(opId);
      if (parsed === undefined) return true;
      if (parsed.actor >= this.issued) return false;
      const issuedTo = this.#actors.get(parsed.actor)?.user;
      return issuedTo === undefined || issuedTo === user;
    };
    let index = 0;
    while (index < ops.length && isOwn(ops[index]!)) index++;
    if (index === ops.length) return { accepted: ops, denied: none };
    const accepted = ops.filter(isOwn);
    const denied = ops.filter((op) => !isOwn(op));
    const opIds = denied.map(({ opId }) => opId);
    const reason = "The op id belongs to another user's connection.";
    return { accepted, denied, refused: { opIds, reason, cause: "permission" } };
  }

  /**
   * Shows the sender of ops that will not be applied what the room holds instead. A refusal alone makes an SDK forget
   * the op, but not that its key or position has a write under way: it would be deaf there even after it comes back.
   */
  #undone(actor: number, ops: readonly Op[]): Send[] {
    if (ops.length === 0) return [];
    const { acks } = applyMessage(this.#storage(), ops, () => true);
    return [{ to: actor, message: { type: 201, ops: acks } }];
  }

  readonly knows = (opId: string): boolean => {
    const parsed = parseOpId(opId);
    return parsed !== undefined && this.#actors.get(parsed.actor)?.clocks.has(parsed.clock) === true;
  };

  /** What those may do who may write. */
  #allowed(): Allowances {
    return { upload: this.findUpload, resume: true };
  }

  #commitOps(user: string, opIds: readonly string[]): void {
    if (opIds.length === 0) return;
    this.#seq += opIds.length;
    this.#changedBy(user);
    for (const opId of opIds) {
      const parsed = parseOpId(opId);
      if (parsed === undefined) continue;
      let actor = this.#actors.get(parsed.actor);
      if (actor === undefined) {
        this.#actors.set(parsed.actor, (actor = { user, clocks: createClocks() }));
        this.#unbound.delete(parsed.actor);
      }
      actor.clocks.add(parsed.clock);
      this.#touched.add(parsed.actor);
    }
  }

  /** Only users have names: not the project's back end, and nobody who came without one. */
  #changedBy(user: string): void {
    if (!user.startsWith(named) || this.#authors.has(user)) return;
    this.#authors.add(user);
    this.#newAuthors.push({ since: this.#versionSeq, user: user.slice(named.length) });
  }

  #storage(): Tree {
    if (this.#tree === undefined) throw new Error("Storage was not loaded before a message that needs it.");
    return this.#tree;
  }
}

const none: readonly never[] = [];
const nothingChanged = { puts: none, drops: none, clear: false };

function visitorOf({ id, info, scopes }: Member): RoomState["users"][string] {
  return {
    ...(id === undefined ? {} : { id }),
    ...(info === undefined ? {} : { info }),
    scopes: [...scopes],
  };
}

/** Until this server has feeds, requests fail at once: official clients would wait for an answer. */
function feedsMissing(actor: number, { requestId }: FeedRequest): Outcome {
  const reason = "This server has no feeds.";
  return { sends: [{ to: actor, message: { type: 508, requestId, code: "INTERNAL", reason } }], durable: false };
}

/** Refused ops leave an SDK client diverged, so its socket is closed and it loads Storage anew. */
function refusal(actor: number, refused: readonly Refusal[]): Outcome & Required<Pick<Outcome, "refused">> {
  const sends: Send[] = [];
  for (const { opIds, reason } of refused) {
    if (opIds.length > 0) sends.push({ to: actor, message: { type: 299, opIds: [...opIds], reason } });
  }
  if (sends.length > 0) sends.push({ to: actor, close: "RESTARTING" });
  const count = refused.reduce((sum, { opIds }) => sum + opIds.length, 0);
  return { sends, durable: false, refused: { count, cause: refused[0]?.cause ?? "invalid" } };
}
