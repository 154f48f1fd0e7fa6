import type { DocumentWrite, RoomCommit } from "@weft/room/ports";
import type { Row, Statement } from "../database/engine.ts";
import { Fences, fencedMessage } from "../database/fences.ts";
import type { Claim } from "../database/fences.ts";
import type { SqlValue } from "../database/query.ts";
import { describeSqliteError, isFaultOfStatement, openConnection, sqliteCode, sqliteCodes } from "./connection.ts";
import type { Connection } from "./connection.ts";
import { noReserve } from "./reserve.ts";
import type { Reserve } from "./reserve.ts";
import { markShutdown } from "./schema.ts";
import type { Answer, Unit } from "../database/unit.ts";

/**
 * Runs units on the one connection that writes. A group of units shares one flush and nothing else:
 *
 *     begin ── unit ── unit ── savepoint ── statements ── roll back to ── … ── commit
 *               └ stale: it wrote nothing                  └ unmet or failed: alone
 *
 * The commit of a room is all or nothing without a savepoint, which costs as much as a row: its first statement finds out
 * whether it is stale. One that fails behind that is the fault of the process; then the group is begun anew, with a
 * savepoint for every unit.
 *
 * When the disk fails under a group, nothing of it is kept and each unit is run again in a transaction of its own, so
 * that one which asks too much does not fail its neighbours.
 *
 * A room's commits build on each other. Once one of them is lost, the later ones under the same claim are refused, until
 * the room is claimed anew and loaded from what was kept.
 */
export interface UnitRunner {
  /** Runs the units in order, each all or nothing; what it answers as done is flushed. */
  run(units: readonly Unit[]): readonly Answer[];
  /** Whether the disk is full: of commits, only those of a room that is opened or joined are kept. */
  readonly full: boolean;
  /** Looks whether a full disk has space again. */
  lookForSpace(): void;
  readonly connection: Connection;
  truncateLog(): void;
  /** Checkpoints, notes the clean shutdown and closes. */
  close(): void;
}

export function createUnitRunner(
  path: string,
  connection: Connection,
  fenced: readonly Claim[] = [],
  reserve: Reserve = noReserve,
): UnitRunner {
  return new SqliteUnitRunner(path, connection, fenced, reserve);
}

const sql = {
  begin: "begin immediate",
  commit: "commit",
  savepoint: "savepoint unit",
  undo: "rollback to unit",
  release: "release unit",
  advance:
    "update room_state set seq = ?, next_actor = coalesce(?, next_actor) where project_id = ? and room_key = ? and epoch = ?",
  clear: "delete from storage_nodes where project_id = ? and room_key = ?",
  drop: "delete from storage_nodes where project_id = ? and room_key = ? and id = ?",
  put: "insert into storage_nodes (project_id, room_key, id, node) values (?, ?, ?, ?) on conflict (project_id, room_key, id) do update set node = excluded.node",
  actor:
    "insert into room_actors (project_id, room_key, actor, user_id, clocks) values (?, ?, ?, ?, ?) on conflict (project_id, room_key, actor) do update set user_id = excluded.user_id, clocks = excluded.clocks",
  row: "insert into document_rows (project_id, room_key, guid, id, update_bytes, v2) values (?, ?, ?, ?, ?, ?) on conflict (project_id, room_key, guid, id) do update set update_bytes = excluded.update_bytes, v2 = excluded.v2",
  merged:
    "delete from document_rows where project_id = ? and room_key = ? and guid = ? and id <= ? and id not in (select value from json_each(?))",
  author:
    "insert into room_authors (project_id, room_key, since, user_id) values (?, ?, ?, ?) on conflict (project_id, room_key, since, user_id) do nothing",
  connected:
    "update rooms set last_connection_at = max(coalesce(last_connection_at, 0), ?) where project_id = ? and key = ?",
  job: "insert into jobs (kind, key, created_at, state, claim, due_at, tries, payload) values (?, ?, ?, 'waiting', '', ?, 0, ?) on conflict (kind, key) do nothing",
  claim: `update room_state set epoch = epoch + 1, next_actor = next_actor + ? where project_id = ?
    and room_key = (select key from rooms where project_id = ? and id = ?)
    returning room_key, epoch, seq, next_actor`,
} as const;

/** How many units the log takes on a full disk before it begins anew; a unit is a few pages. */
const unitsPerLog = 16;

const done: Answer = { kind: "done", rows: [], counts: [] };
const written = (answer: Answer) => answer.kind === "done" || answer.kind === "claimed";

/** A commit failed that may have written something. Never leaves this file. */
class HalfWritten extends Error {
  override name = "HalfWritten";
}

class SqliteUnitRunner implements UnitRunner {
  readonly #path: string;
  #connection: Connection | undefined;
  #fences: Fences;
  readonly #reserve: Reserve;
  #unitsInLog = 0;

  constructor(path: string, connection: Connection, fenced: readonly Claim[], reserve: Reserve) {
    this.#path = path;
    this.#reserve = reserve;
    this.#connection = connection;
    this.#fences = new Fences(fenced);
  }

  get connection(): Connection {
    this.#connection ??= openConnection(this.#path, "write");
    return this.#connection;
  }

  get full(): boolean {
    return this.#reserve.released;
  }

  lookForSpace(): void {
    if (this.#reserve.released) this.#reserve.hold();
  }

  run(units: readonly Unit[]): readonly Answer[] {
    this.lookForSpace();
    const answers = (units.length > 1 ? this.#together(units) : undefined) ?? units.map((unit) => this.#alone(unit));
    if (this.#reserve.released) this.#keepLogShort(units.length);
    return answers;
  }

  truncateLog(): void {
    const result = this.connection.get("pragma wal_checkpoint(truncate)", []);
    if (result?.["busy"] === 1) throw new Error("A long read keeps the write-ahead log from being emptied.");
  }

  close(): void {
    const connection = this.#connection;
    if (!connection) return;
    try {
      markShutdown(connection, true);
      if (this.#path !== ":memory:") connection.get("pragma wal_checkpoint(truncate)", []);
    } finally {
      connection[Symbol.dispose]();
    }
  }

  /** Undefined when the group as a whole could not be kept. `apart`: with a savepoint for every unit. */
  #together(units: readonly Unit[], apart = false): readonly Answer[] | undefined {
    const fencedBefore = new Fences(this.#fences);
    try {
      const db = this.connection;
      db.statement(sql.begin).run();
      const answers: Answer[] = [];
      for (const unit of units) {
        const isApart = apart || unit.kind === "statements";
        const answer = isApart ? this.#inSavepoint(db, unit) : this.#apply(db, unit);
        if (!isApart && answer.kind === "failed") throw new HalfWritten();
        answers.push(answer);
      }
      db.statement(sql.commit).run();
      return answers;
    } catch (error) {
      this.#fences = fencedBefore;
      this.#rollback();
      return error instanceof HalfWritten ? this.#together(units, true) : undefined;
    }
  }

  #inSavepoint(db: Connection, unit: Unit): Answer {
    db.statement(sql.savepoint).run();
    const answer = this.#apply(db, unit);
    if (!written(answer)) db.statement(sql.undo).run();
    db.statement(sql.release).run();
    return answer;
  }

  #alone(unit: Unit): Answer {
    try {
      const db = this.connection;
      db.statement(sql.begin).run();
      const answer = this.#apply(db, unit);
      if (written(answer)) db.statement(sql.commit).run();
      else this.#rollback();
      return answer;
    } catch (error) {
      this.#rollback();
      if (sqliteCode(error) === sqliteCodes.full && this.#reserve.release()) {
        this.#writeLogBack("restart");
        return this.#alone(unit);
      }
      this.#fence(unit);
      if (isFaultOfStatement(error)) return { kind: "failed", message: describeSqliteError(error) };
      const code = sqliteCode(error);
      // A connection that met a broken disk may hold broken pages: the next unit starts from a new one.
      if (code !== sqliteCodes.full && code !== sqliteCodes.busy) this.#disconnect();
      return { kind: "unavailable", message: describeSqliteError(error) };
    }
  }

  /**
   * A log that took up all of the reserve could not be written back: the file may have to grow by a page for that. So it
   * begins anew long before, and rooms are opened for as long as the disk is full.
   */
  #keepLogShort(units: number): void {
    this.#unitsInLog += units;
    if (this.#unitsInLog < unitsPerLog) return;
    this.#unitsInLog = 0;
    this.#writeLogBack("passive");
  }

  /** What the log holds and the file has room for goes into the file: the log begins anew, on blocks that it has. */
  #writeLogBack(mode: "passive" | "restart"): void {
    try {
      this.connection.get(`pragma wal_checkpoint(${mode})`, []);
    } catch {
      // The file may have to grow for that, and cannot.
    }
  }

  /** Throws only what concerns the disk; a fault of the unit is its answer. */
  #apply(db: Connection, unit: Unit): Answer {
    if (this.#reserve.released && !isServedWhenFull(unit)) {
      this.#fence(unit);
      return { kind: "unavailable", message: "The disk is full." };
    }
    try {
      if (unit.kind === "commit") return this.#commit(db, unit.commit);
      if (unit.kind === "statements") return runStatements(db, unit.statements);
      return this.#claim(db, unit);
    } catch (error) {
      if (!isFaultOfStatement(error) || !db.database.isTransaction) throw error;
      this.#fence(unit);
      return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
    }
  }

  #commit(db: Connection, commit: RoomCommit): Answer {
    const { project, key, epoch } = commit;
    if (this.#fences.refuses(commit)) return { kind: "unavailable", message: fencedMessage };
    const advanced = db.statement(sql.advance).run(commit.seq, commit.nextActor ?? null, project, key, epoch);
    if (advanced.changes === 0) return { kind: "stale" };

    if (commit.clear) db.statement(sql.clear).run(project, key);
    if (commit.drops.length > 0) {
      const drop = db.statement(sql.drop);
      for (const id of commit.drops) drop.run(project, key, id);
    }
    const { puts } = commit;
    if (puts.length > 0) {
      const put = db.statement(sql.put);
      for (let i = 0; i + 1 < puts.length; i += 2) put.run(project, key, puts[i] as string, puts[i + 1] as string);
    }
    for (const { actor, user, clocks } of commit.actors) {
      db.statement(sql.actor).run(project, key, actor, user, JSON.stringify(clocks));
    }
    if (commit.documents) for (const write of commit.documents) writeDocument(db, commit, write);
    if (commit.authors)
      for (const { since, user } of commit.authors) db.statement(sql.author).run(project, key, since, user);
    if (commit.jobs)
      for (const { kind, key: jobKey, createdAt, dueAt, payload } of commit.jobs)
        db.statement(sql.job).run(kind, jobKey, createdAt, dueAt, JSON.stringify(payload));
    if (commit.connectedAt !== undefined) db.statement(sql.connected).run(commit.connectedAt, project, key);
    return done;
  }

  #claim(db: Connection, { project, room, reserve }: Extract<Unit, { kind: "claim" }>): Answer {
    const row = db.get(sql.claim, [reserve, project, project, room]);
    if (!row) return { kind: "claimed", opened: undefined };
    const key = Number(row["room_key"]);
    this.#fences.remove(key);
    return {
      kind: "claimed",
      opened: {
        project,
        key,
        epoch: Number(row["epoch"]),
        seq: Number(row["seq"]),
        firstActor: Number(row["next_actor"]) - reserve,
      },
    };
  }

  #fence(unit: Unit): void {
    if (unit.kind === "commit") this.#fences.add(unit.commit);
  }

  #rollback(): void {
    try {
      if (this.#connection?.database.isTransaction) this.#connection.database.exec("rollback");
    } catch {
      this.#disconnect();
    }
  }

  #disconnect(): void {
    // In memory the connection is the database.
    if (this.#path === ":memory:") return;
    try {
      this.#connection?.[Symbol.dispose]();
    } catch {
      // It was of no use any more.
    }
    this.#connection = undefined;
  }
}

/** On a full disk: opening a room, noting who was there, and deleting. The reserve has room for that, and for no more. */
function isServedWhenFull(unit: Unit): boolean {
  if (unit.kind === "claim") return true;
  if (unit.kind === "statements") return unit.statements.some(({ sql: text }) => /^\s*delete\s/i.test(text));
  const { puts, drops, clear, documents } = unit.commit;
  return puts.length === 0 && drops.length === 0 && !clear && (documents?.length ?? 0) === 0;
}

function writeDocument(db: Connection, { project, key }: RoomCommit, write: DocumentWrite): void {
  if (write.kind === "row") {
    db.statement(sql.row).run(project, key, write.guid, write.id, write.update, write.v2 ? 1 : 0);
    return;
  }
  const { guid, through, state, kept } = write;
  db.statement(sql.merged).run(project, key, guid, through, JSON.stringify(kept));
  db.statement(sql.row).run(project, key, guid, through, state, 0);
}

function runStatements(db: Connection, statements: readonly Statement[]): Answer {
  const rows: Row[][] = [];
  const counts: number[] = [];
  for (const [index, { sql: text, values, expect }] of statements.entries()) {
    const statement = db.statement(text);
    const answersRows = db.answers(text);
    const found: Row[] = [];
    let count = 0;
    for (const one of values) {
      if (answersRows) found.push(...(statement.all(...one) as Record<string, SqlValue>[]));
      else count += Number(statement.run(...one).changes);
    }
    if (answersRows) count = found.length;
    if (expect !== undefined && expect !== count) return { kind: "unmet", statement: index };
    rows.push(found);
    counts.push(count);
  }
  return { kind: "done", rows, counts };
}
