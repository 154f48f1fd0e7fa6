import type { NodeId } from "@weft/cluster/ports";
import type { ClientConfig } from "pg";
import type { Flush, UnitOutcome } from "../database/engine.ts";
import { StoreUnavailable } from "../database/errors.ts";
import { Fences, fencedMessage } from "../database/fences.ts";
import { nodesIn } from "../database/unit.ts";
import type { Answer, Unit } from "../database/unit.ts";
import type { Writer } from "../database/unit-engine.ts";
import { watchDisk } from "./disk.ts";
import type { Disk } from "./disk.ts";
import { describePostgresError, isConflict, isDiskFull, isFaultOfStatement, isStalePlan } from "./errors.ts";
import type { Guard } from "./guard.ts";
import { createLane } from "./lane.ts";
import type { Lane } from "./lane.ts";
import { claimRoomAsNode } from "./node-claims.ts";
import type { ClaimAnswer } from "./node-claims.ts";
import { claimRoom, commitRooms, writeDocuments } from "./room-commits.ts";
import { createSession } from "./session.ts";
import type { SendQuery, PostgresSession } from "./session.ts";
import type { Settings } from "./settings.ts";
import { runUnits } from "./unit-transactions.ts";
import type { StatementsUnit } from "./unit-transactions.ts";

type Commit = Extract<Unit, { kind: "commit" }>;
type Claim = Extract<Unit, { kind: "claim" }>;
type RoomUnit = Exclude<Unit, { kind: "statements" }>;

export interface PostgresWriterOptions {
  readonly config: ClientConfig;
  readonly guard: Guard;
  /** The node of a cluster that claims rooms. */
  readonly node?: NodeId;
  /** A transaction that stands still for so long is ended, in milliseconds: others wait for what it has locked. */
  readonly idleMs?: number;
  readonly onFlush: (flush: Flush) => void;
  /** Wraps the writer's connections. Tests use it to decide which statement is next. */
  readonly intercept?: (query: SendQuery) => SendQuery;
}

/** Bounds how long the first of a group waits for the last. */
const unitsPerFlush = 256;
const statementUnitsPerFlush = 32;
/** A statement that PostgreSQL does not answer for so long, in milliseconds, is given up with its connection. */
const giveUpMs = 30_000;
/** How often a unit is run again at once when it was in conflict with another transaction. */
const conflictsAtMost = 3;

/**
 * Two connections write, each one transaction at a time. One is for rooms: the commits of all rooms that wait go into one
 * statement, and share its flush. The other is for everything else. A unit waits for those that were handed over to the
 * same connection before it, and for no others.
 *
 * If the connection is lost while committing, the outcome is unknown and the unit fails as unavailable. As in the
 * embedded database, later commits under the same claim are refused then until the room is opened again (PG2).
 */
export function createPostgresWriter(options: PostgresWriterOptions): Writer {
  return new PostgresWriter(options);
}

class PostgresWriter implements Writer {
  readonly #guard: Guard;
  readonly #node: NodeId | undefined;
  readonly #onFlush: (flush: Flush) => void;
  readonly #rooms: Lane<RoomUnit>;
  readonly #statements: Lane<StatementsUnit>;
  readonly #roomSession: PostgresSession;
  readonly #statementSession: PostgresSession;
  readonly #disk: Disk;
  readonly #fences = new Fences();

  constructor({ config, guard, node, idleMs = giveUpMs, onFlush, intercept }: PostgresWriterOptions) {
    this.#guard = guard;
    this.#node = node;
    this.#onFlush = onFlush;
    const setup = (query: SendQuery) => guard.admitWriter(query);
    const session = {
      config,
      settings: settingsWith(idleMs),
      setup,
      mayBePooled: node !== undefined,
      giveUpMs,
      intercept,
    };
    this.#roomSession = createSession(session);
    this.#statementSession = createSession(session);
    // What waits on connections that have died without a word would hold up all that is behind it.
    guard.onSilence?.(() => {
      this.#roomSession.drop();
      this.#statementSession.drop();
    });
    this.#rooms = createLane({
      take: oneCommitPerRoom,
      flush: (units) => this.#flush(units, () => this.#runRooms(units)),
      close: async () => this.#roomSession[Symbol.asyncDispose](),
    });
    this.#statements = createLane({
      take: (waiting) => ({
        group: waiting.slice(0, statementUnitsPerFlush),
        rest: waiting.slice(statementUnitsPerFlush),
      }),
      flush: (units) => this.#flush(units, () => this.#runStatements(units)),
      close: async () => this.#statementSession[Symbol.asyncDispose](),
    });
    this.#disk = watchDisk(async () => {
      const query = await this.#statementSession.connected();
      await query("insert into meta (key, value) values ('probe', '') on conflict (key) do update set value = ''", []);
    });
  }

  get waiting(): number {
    return this.#rooms.waiting + this.#statements.waiting;
  }

  get full(): boolean {
    return this.#disk.full;
  }

  run(unit: Unit): Promise<Answer> {
    return unit.kind === "statements" ? this.#statements.run(unit) : this.#rooms.run(unit);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disk[Symbol.dispose]();
    await Promise.all([this.#rooms[Symbol.asyncDispose](), this.#statements[Symbol.asyncDispose]()]);
  }

  async #flush(units: readonly Unit[], run: () => Promise<readonly Answer[]>): Promise<readonly Answer[]> {
    const begun = performance.now();
    const answers = await run();
    this.#onFlush({ units: units.length, nodes: nodesIn(units, answers), durationMs: performance.now() - begun });
    return answers;
  }

  async #runRooms(units: readonly RoomUnit[]): Promise<readonly Answer[]> {
    const answers = new Map<RoomUnit, Answer>();
    const sent: RoomUnit[] = [];
    for (const unit of units) {
      if (unit.kind === "commit" && this.#fences.refuses(unit.commit)) answers.set(unit, lostBefore);
      else sent.push(unit);
    }
    for (const [at, answer] of (await this.#attempt(sent)).entries()) answers.set(sent[at] as RoomUnit, answer);
    return units.map((unit) => answers.get(unit) as Answer);
  }

  /** All together, or else each by itself: one that is refused, or asks too much, does not fail its neighbours. */
  async #attempt(units: readonly RoomUnit[], conflicts = 0): Promise<readonly Answer[]> {
    if (units.length === 0) return [];
    try {
      this.#guard.check();
      const query = await this.#roomSession.connected();
      return await this.#commitGroup(query, units);
    } catch (error) {
      if (conflicts < conflictsAtMost && mayBeRunAgain(error, this.#roomSession))
        return this.#attempt(units, conflicts + 1);
      const alone = units.length > 1 && (isFaultOfStatement(error) || isConflict(error) || isDiskFull(error));
      if (alone) {
        const answers: Answer[] = [];
        for (const unit of units) answers.push(...(await this.#attempt([unit])));
        return answers;
      }
      const answer = this.#answerTo(error, this.#roomSession);
      for (const unit of units) if (unit.kind === "commit") this.#fences.add(unit.commit);
      return units.map(() => answer);
    }
  }

  async #commitGroup(query: SendQuery, units: readonly RoomUnit[]): Promise<readonly Answer[]> {
    const commits = units.filter((unit): unit is Commit => unit.kind === "commit").map(({ commit }) => commit);
    const single = units.length === commits.length && commits.every(({ documents = [] }) => documents.length === 0);
    const begun = single ? [] : [query("begin")];
    const advanced = commits.length === 0 ? Promise.resolve(new Set<number>()) : commitRooms(query, commits);
    const documents = commits.flatMap((commit) => writeDocuments(query, commit));
    const claims = units.map(async (unit) => (unit.kind === "claim" ? this.#claim(query, unit) : undefined));
    const ended = single ? [] : [query("commit")];
    const results = await Promise.allSettled([...begun, advanced, ...documents, ...claims, ...ended]);
    // In the order in which they ran: those behind the first that failed found the transaction aborted.
    for (const result of results) if (result.status === "rejected") throw result.reason;
    const written = await advanced;
    const opened = await Promise.all(claims);
    return units.map((unit, at): Answer => {
      if (unit.kind === "commit") return written.has(unit.commit.key) ? done : { kind: "stale" };
      const answer = opened[at]!;
      if (answer.kind === "claimed" && answer.opened !== undefined) this.#fences.remove(answer.opened.key);
      return answer;
    });
  }

  async #claim(query: SendQuery, claim: Claim): Promise<ClaimAnswer> {
    if (this.#node !== undefined) return claimRoomAsNode(query, claim, this.#node);
    return { kind: "claimed", opened: await claimRoom(query, claim) };
  }

  async #runStatements(units: readonly StatementsUnit[], conflicts = 0): Promise<readonly Answer[]> {
    try {
      this.#guard.check();
      const query = await this.#statementSession.connected();
      const outcomes = await runUnits(query, units, isFaultOfStatement);
      return outcomes.map((outcome) => ("error" in outcome ? this.#answerTo(outcome.error) : outcome));
    } catch (error) {
      // One by one, they hold fewer rows that a group of another process may want in another order.
      if (units.length > 1 && (isConflict(error) || isDiskFull(error))) {
        const answers: Answer[] = [];
        for (const unit of units) answers.push(...(await this.#runStatements([unit])));
        return answers;
      }
      if (conflicts < conflictsAtMost && mayBeRunAgain(error, this.#statementSession))
        return this.#runStatements(units, conflicts + 1);
      const answer = this.#answerTo(error, this.#statementSession);
      return units.map(() => answer);
    }
  }

  #answerTo(error: unknown, session?: PostgresSession): Answer {
    if (error instanceof StoreUnavailable) return { kind: "unavailable", message: error.message };
    const message = describePostgresError(error);
    if (isFaultOfStatement(error)) return { kind: "failed", message };
    if (isDiskFull(error)) this.#disk.filled();
    // Whatever else went wrong, the next unit begins on a connection that is known to be in order.
    else session?.drop();
    return { kind: "unavailable", message };
  }
}

/** Whether the same units may succeed at once; over a new connection, if what this one has prepared is in their way. */
function mayBeRunAgain(error: unknown, session: PostgresSession): boolean {
  if (isStalePlan(error)) session.drop();
  return isStalePlan(error) || isConflict(error);
}

const done: UnitOutcome = { kind: "done", rows: [], counts: [] };
const lostBefore: Answer = { kind: "unavailable", message: fencedMessage };

/**
 * What is acknowledged is on disk, whatever the database's own setting is. Everything is found by its key. A process that
 * stands still in a transaction loses it with its connection: others wait for what it holds.
 */
function settingsWith(idleMs: number): Settings {
  return {
    each: ["enable_seqscan = off", `idle_in_transaction_session_timeout = ${idleMs}`],
    isFlushed: true,
  };
}

/** Commits of one room build on each other, and a statement writes no row twice: the later ones wait. */
function oneCommitPerRoom(waiting: readonly RoomUnit[]): { group: RoomUnit[]; rest: RoomUnit[] } {
  const group: RoomUnit[] = [];
  const rest: RoomUnit[] = [];
  const keys = new Set<number>();
  for (const unit of waiting) {
    const key = unit.kind === "commit" ? unit.commit.key : undefined;
    if (group.length >= unitsPerFlush || (key !== undefined && keys.has(key))) rest.push(unit);
    else group.push(unit);
    if (key !== undefined) keys.add(key);
  }
  return { group, rest };
}
