import type { Allowances, FindUpload, Steps, Stepwise, Tree } from "@weft/crdt";
import { applyInSteps, applyMessage, applyPatchInSteps, fillInSteps, restoreInSteps } from "@weft/crdt";
import type {
  RoomMessage,
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
import { WeftError, serverActor, ClientMessageType, ServerMessageType } from "@weft/protocol";
import type { Audience } from "./audience.ts";
import type { Clocks } from "./clocks.ts";
import { createClocks, parseOpId } from "./clocks.ts";
import type { ActorRecord, Author, RefusalCause } from "./ports.ts";

/**
 * One loaded room: its members, its Storage, and the effect of every message on both.
 *
 *     message ──► receive ──► Outcome { sends, durable }      the mailbox commits, then sends
 *                    │
 *                    ├─ members   by actor number
 *                    ├─ tree      Storage, once it is needed
 *                    └─ actors    the user and the committed ops of each (each op once, G3)
 *
 * It performs no I/O and reads no clock: the same messages in the same order have the same outcome. The mailbox holds
 * outgoing messages until the changes are committed.
 */
export interface Room {
  /** Count of ops and document updates decided so far, committed or about to be. */
  readonly seq: number;
  readonly members: ReadonlyMap<number, Member>;
  /** Storage, if it is loaded. FETCH_STORAGE, UPDATE_STORAGE and `change` need it. */
  readonly tree: Tree | undefined;
  /** Finds files that were uploaded to the room. Storage may refer to no others. */
  findUpload: FindUpload;
  adoptTree(tree: Tree): void;

  /** `spell`: the spelling of scopes in messages to this member; other members get them in full. */
  join(member: Member, nonce: string, spell?: SpellScopes): Outcome;
  leave(actor: number): Outcome;
  /** Handles every message but updates. */
  receive(actor: number, message: RoomMessage): Outcome;
  /** An update of Storage. The room must not be used until it ends. Work on texts is taken from `steps`. */
  update(actor: number, ops: readonly Op[], steps: Steps): Stepwise<Outcome>;
  /** Refuses an update of Storage. Ops of it that are already committed are acknowledged all the same. */
  refuse(actor: number, ops: readonly Op[], reason: string, cause: RefusalCause): Outcome;
  broadcast(event: Json): Outcome;
  /** Notifies those who may read what a message is about; it is durable elsewhere. */
  announce(message: ServerMessage, audience: Audience): Outcome;
  /**
   * A change over REST. The room must not be used until it ends. Throws a WeftError, with nothing changed, when the
   * change cannot be made.
   */
  change(change: StorageChange, newId: () => string): Stepwise<Changed>;

  /** Actor numbers in these op ids whose records are not in memory: `remember` them before `update`. */
  unknownActors(ops: readonly Pick<Op, "opId">[]): readonly number[];
  /** Without a record, the number was issued but never used: the first user to send an op under it keeps it. */
  remember(actor: number, record: ActorRecord | undefined): void;
  /** Numbers below this have been issued. */
  issued: number;
  /** Whether an op has been decided. */
  readonly knows: (opId: string) => boolean;

  /** Updates of documents were decided, by these users. */
  decided(users: readonly string[]): void;
  /** A version is taken of everything decided so far. Returns its seq. */
  beginVersion(): number;
  /** The changes since the last call, to be made durable. */
  takeWrites(): Writes;
}

export type SpellScopes = (scopes: readonly Permission[]) => readonly Permission[];

/** A connection, or a presence that a back end keeps in the room over REST. */
export interface Member {
  readonly actor: number;
  /** See `userKeyOf`. */
  readonly userKey: string;
  readonly id?: string;
  readonly info?: JsonObject;
  readonly scopes: readonly Permission[];
  readonly storage: Level;
  /** Set for a presence that is kept over REST: it has no socket, so the room sends it to new connections. */
  readonly presence?: JsonObject;
}

export type StorageChange =
  /**
   * Fills an empty Storage; CANNOT_UPDATE_EXISTING_STORAGE when the root has a member. Closes every socket with 4100.
   */
  | { readonly kind: "initialise"; readonly document: unknown }
  /** Back to an empty root. Closes every socket with 4100. */
  | { readonly kind: "delete" }
  /** RFC 6902, all or nothing. */
  | { readonly kind: "patch"; readonly patch: unknown }
  /** An earlier state, parents before children, all or nothing. Only differences are sent to clients. */
  | { readonly kind: "restore"; readonly nodes: readonly VerboseNode[] }
  /** Ops of an actor that `newActor` issued. */
  | { readonly kind: "ops"; readonly ops: readonly Op[] };

export interface Outcome {
  readonly sends: readonly Send[];
  /** Whether changes have to be committed before `sends` may leave. */
  readonly durable: boolean;
  /** Ops that were refused, for the counters. */
  readonly refused?: { readonly count: number; readonly cause: RefusalCause };
  /** Number of ops that were already committed. */
  readonly replayed?: number;
}

export interface Changed extends Outcome {
  readonly acks: readonly ServerOp[];
}

export type Send =
  | { readonly to: number; readonly message: ServerMessage }
  | { readonly to: "others"; readonly from: number; readonly message: ServerMessage; readonly owed?: Owed }
  | { readonly to: "everyone"; readonly message: ServerMessage; readonly audience?: Audience }
  /** Alone in its frame; `taken` is called when the client has received it. */
  | { readonly to: number; readonly part: ServerMessage; readonly taken: () => void }
  /** The whole Storage tree at this position in the order. */
  | { readonly to: number; readonly storage: "snapshot" }
  | { readonly to: number | "everyone"; readonly close: "RESTARTING" | "ACCESS_CHANGED" };

/** The ops of a message with their op ids, for later connections of the same user that may resend them. */
export interface Owed {
  readonly userKey: string;
  readonly ops: readonly ServerOp[];
}

export interface Writes {
  readonly puts: readonly string[];
  readonly drops: readonly string[];
  readonly clear: boolean;
  readonly actors: readonly ActorRecord[];
  readonly authors: readonly Author[];
}

/**
 * The key under which ops are remembered: a user's, the one that all anonymous connections share, or the REST API's.
 */
export function userKeyOf(credential: { readonly userId?: string } | "server"): string {
  if (credential === "server") return "s";
  return credential.userId === undefined ? "" : named + credential.userId;
}
/** Prefix of the keys of users. */
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
  /** Issued actor numbers that no user has used, as far as memory and disk know. */
  readonly #unbound = new Set<number>();
  readonly #touched = new Set<number>();
  /** The users who have changed the room since the last version, and those of them that are not stored yet. */
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
      const user = describeUser(other);
      users[other.actor] = { ...user, scopes: [...spell(user.scopes)] };
    }
    const scopes = [...spell(member.scopes)];
    sends.push({ to: actor, message: { type: ServerMessageType.roomState, actor, nonce, scopes, users, meta: {} } });
    for (const other of this.#members.values()) {
      if (other.presence === undefined || other.actor === actor) continue;
      sends.push({
        to: actor,
        message: {
          type: ServerMessageType.presenceUpdated,
          actor: other.actor,
          data: other.presence,
          targetActor: actor,
        },
      });
    }
    const known = this.#members.has(actor);
    this.#members.set(actor, member);
    if (!known)
      sends.push({
        to: "others",
        from: actor,
        message: { type: ServerMessageType.userJoined, actor, ...describeUser(member) },
      });
    if (member.presence !== undefined) {
      const data = member.presence;
      sends.push({
        to: "others",
        from: actor,
        message: { type: ServerMessageType.presenceUpdated, actor, data, targetActor: serverActor },
      });
    }
    if (member.storage === "write" && !this.#actors.has(actor)) {
      // Committed soon, not at once: after a crash, a replay may find the actor unknown, and binds it then.
      this.#actors.set(actor, { user: member.userKey, clocks: createClocks() });
      this.#touched.add(actor);
    }
    return { sends, durable: false };
  }

  leave(actor: number): Outcome {
    if (!this.#members.delete(actor)) return nothing;
    return {
      sends: [{ to: "others", from: actor, message: { type: ServerMessageType.userLeft, actor } }],
      durable: false,
    };
  }

  receive(actor: number, message: RoomMessage): Outcome {
    const member = this.#members.get(actor);
    if (member === undefined) return nothing;
    switch (message.type) {
      case ClientMessageType.updatePresence: {
        const { data, targetActor } = message;
        // A full presence is sent only to the new connection: a room that fills costs n messages, not n².
        if (targetActor !== undefined && targetActor >= 0)
          return {
            sends: [
              { to: targetActor, message: { type: ServerMessageType.presenceUpdated, actor, data, targetActor } },
            ],
            durable: false,
          };
        const update =
          targetActor === undefined
            ? { type: ServerMessageType.presenceUpdated, actor, data }
            : { type: ServerMessageType.presenceUpdated, actor, data, targetActor };
        return { sends: [{ to: "others", from: actor, message: update }], durable: false };
      }
      case ClientMessageType.broadcastEvent: {
        const event =
          "event" in message
            ? { type: ServerMessageType.eventBroadcasted, actor, event: message.event }
            : { type: ServerMessageType.eventBroadcasted, actor };
        return { sends: [{ to: "others", from: actor, message: event }], durable: false };
      }
      case ClientMessageType.fetchStorage:
        if (member.storage === "none") return nothing;
        return { sends: [{ to: actor, storage: "snapshot" }], durable: false };
      case ClientMessageType.askDecidedOps: {
        const opIds = message.opIds.filter((opId) => this.#isOf(member.userKey, opId) && this.knows(opId));
        return { sends: [{ to: actor, message: { type: ServerMessageType.decidedOps, opIds } }], durable: false };
      }
      case ClientMessageType.updateStorage:
      case ClientMessageType.fetchDocument:
      case ClientMessageType.updateDocument:
        throw new Error("Updates are taken by `update`, and documents have a place of their own (documents.ts).");
      default:
        // A node of a newer release has decoded it.
        return nothing;
    }
  }

  broadcast(event: Json): Outcome {
    return {
      sends: [{ to: "everyone", message: { type: ServerMessageType.eventBroadcasted, actor: serverActor, event } }],
      durable: false,
    };
  }

  announce(message: ServerMessage, audience: Audience): Outcome {
    return { sends: [{ to: "everyone", message, audience }], durable: false };
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
        return {
          sends: [{ to: "everyone", message: storageUpdated(forwards) }],
          durable: true,
          acks: [],
        };
      }
      case "ops": {
        const { accepted, refused } = this.#screen("s", change.ops);
        const reply = yield* applyInSteps(tree, accepted, this.knows, this.#allowed());
        const reason = refused?.reason ?? reply.refused[0]?.reason;
        this.#commitOps("s", reply.applied);
        const sends: Send[] = [];
        if (reply.forwards.length > 0) sends.push({ to: "everyone", message: storageUpdated(reply.forwards) });
        if (reason !== undefined && reply.applied.length === 0)
          throw new WeftError("UNPROCESSABLE_ENTITY", { message: reason });
        return { sends, durable: reply.applied.length > 0, acks: [...reply.early, ...reply.acks] };
      }
    }
  }

  unknownActors(ops: readonly Pick<Op, "opId">[]): readonly number[] {
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
    const { accepted, denied, refused } = this.#screen(member.userKey, ops);
    const reply = yield* applyInSteps(this.#storage(), accepted, this.knows, { ...this.#allowed(), steps });
    this.#commitOps(member.userKey, reply.applied);
    const sends: Send[] = [];
    const refusals: Refusal[] = reply.refused.map((one) => ({ ...one, cause: "limit" }));
    if (refused !== undefined) refusals.push(refused);
    // Fixes before acks, in a message of their own: of two rival list items, the client must drop one before the other
    // is acknowledged.
    if (reply.early.length > 0) sends.push({ to: actor, message: storageUpdated(reply.early) });
    if (reply.forwards.length > 0) {
      const owed = { userKey: member.userKey, ops: reply.echoes };
      sends.push({
        to: "others",
        from: actor,
        message: storageUpdated(reply.forwards),
        owed,
      });
    }
    if (reply.acks.length > 0) sends.push({ to: actor, message: storageUpdated(reply.acks) });
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

  /** Whether the connection that an op id names is, or was, of this user. */
  #isOf(user: string, opId: string): boolean {
    const parsed = parseOpId(opId);
    return parsed !== undefined && this.#actors.get(parsed.actor)?.user === user;
  }

  /** Separates ops whose id names an actor that was never issued, or that belongs to another user. */
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
   * Sends the room's state to the sender of refused ops. After a refusal alone, an SDK forgets the op, but not that a
   * write to its key or position is in flight: it would ignore changes there even after a reconnect.
   */
  #undone(actor: number, ops: readonly Op[]): Send[] {
    if (ops.length === 0) return [];
    const { acks } = applyMessage(this.#storage(), ops, () => true);
    return [{ to: actor, message: storageUpdated(acks) }];
  }

  readonly knows = (opId: string): boolean => {
    const parsed = parseOpId(opId);
    return parsed !== undefined && this.#actors.get(parsed.actor)?.clocks.has(parsed.clock) === true;
  };

  /** The limits that apply to writers. */
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

  /** Only users with an id are authors: not the REST API, and not anonymous users. */
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

function describeUser({ id, info, scopes }: Member): RoomState["users"][string] {
  return {
    ...(id === undefined ? {} : { id }),
    ...(info === undefined ? {} : { info }),
    scopes: [...scopes],
  };
}

/** A client with refused ops has diverged, so its connection is closed and it loads Storage again. */
function refusal(actor: number, refused: readonly Refusal[]): Outcome & Required<Pick<Outcome, "refused">> {
  const sends: Send[] = [];
  for (const { opIds, reason } of refused) {
    if (opIds.length > 0)
      sends.push({ to: actor, message: { type: ServerMessageType.rejectStorageOp, opIds: [...opIds], reason } });
  }
  if (sends.length > 0) sends.push({ to: actor, close: "RESTARTING" });
  const count = refused.reduce((sum, { opIds }) => sum + opIds.length, 0);
  return { sends, durable: false, refused: { count, cause: refused[0]?.cause ?? "invalid" } };
}

function storageUpdated(ops: readonly ServerOp[]): ServerMessage {
  return { type: ServerMessageType.storageUpdated, ops };
}
