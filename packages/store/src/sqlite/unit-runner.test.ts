import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { RoomCommit } from "@weft/room/ports";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../testing/adapters.ts";
import { openConnection } from "./connection.ts";
import { createReserve } from "./reserve.ts";
import type { Reserve } from "./reserve.ts";
import { prepareDatabase } from "./schema.ts";
import { createUnitRunner } from "./unit-runner.ts";
import type { UnitRunner } from "./unit-runner.ts";
import type { Unit } from "../database/unit.ts";

function openRunner(reserve?: Reserve) {
  const directory = temporaryDirectory();
  const path = join(directory.path, "weft.db");
  const connection = openConnection(path, "write");
  prepareDatabase(connection, path, { check: "auto", purpose: "serve" });
  for (let key = 1; key <= 3; key++) {
    connection.database.exec(`
      insert into rooms (project_id, key, id, organization_id, created_at, metadata, default_accesses, users_accesses, groups_accesses, revision)
        values ('p', ${key}, 'r${key}', 'default', 1, '[]', '[]', '[]', '[]', 1);
      insert into room_state (project_id, room_key, epoch, seq, next_actor) values ('p', ${key}, 1, 0, 0);`);
  }
  const runner = createUnitRunner(path, connection, [], reserve);
  return {
    runner,
    [Symbol.dispose]() {
      runner.close();
      directory[Symbol.dispose]();
    },
  };
}

const commit = (key: number, change: Partial<RoomCommit> = {}): Unit => ({
  kind: "commit",
  commit: { project: "p", key, epoch: 1, seq: 1, puts: [`n${key}`, "[]"], drops: [], actors: [], ...change },
});
const kinds = (runner: UnitRunner, units: readonly Unit[]) => runner.run(units).map((answer) => answer.kind);
const nodes = (runner: UnitRunner) =>
  runner.connection.all("select id from storage_nodes order by id", []).map((row) => row["id"]);

test("[DB4] a unit that cannot be kept is left out, and its neighbours share one flush", () => {
  using held = openRunner();
  const { runner } = held;
  const units = [
    commit(1),
    commit(2, { seq: "many" as never }),
    { kind: "statements", statements: [{ sql: "delete from nowhere", values: [[]] }] } satisfies Unit,
    {
      kind: "statements",
      statements: [{ sql: "delete from rooms where key = ?", values: [[99]], expect: 1 }],
    } satisfies Unit,
    commit(3),
  ];
  expect(kinds(runner, units)).toEqual(["done", "failed", "failed", "unmet", "done"]);
  expect(nodes(runner)).toEqual(["n1", "n3"]);
});

test("[DB4] a half-run unit leaves nothing of itself", () => {
  using held = openRunner();
  const { runner } = held;
  const half = commit(1, { puts: ["a", "[]", "b", null as never] });
  expect(kinds(runner, [half])).toEqual(["failed"]);
  expect(kinds(runner, [half, commit(2)])).toEqual(["unavailable", "done"]);
  expect(nodes(runner)).toEqual(["n2"]);
  expect(runner.connection.get("select seq from room_state where room_key = 1", [])).toMatchObject({ seq: 0 });
});

test("[DB4] a commit that fails when it has written something leaves nothing of itself, and its neighbours are kept", () => {
  using held = openRunner();
  const { runner } = held;
  const half = commit(1, { puts: ["a", "[]", "b", null as never] });
  expect(kinds(runner, [commit(2), half, commit(3), commit(1, { seq: 2 })])).toEqual([
    "done",
    "failed",
    "done",
    "unavailable",
  ]);
  expect(nodes(runner)).toEqual(["n2", "n3"]);
  expect(runner.connection.get("select seq from room_state where room_key = 1", [])).toMatchObject({ seq: 0 });
});

test("[DB5] after a lost commit the later ones of that claim are refused until the room is claimed again", () => {
  using held = openRunner();
  const { runner } = held;
  const lost = commit(1, { seq: "many" as never });
  const claim: Unit = { kind: "claim", project: "p", room: "r1", reserve: 1 };
  expect(kinds(runner, [lost, commit(1, { seq: 2 }), commit(2)])).toEqual(["failed", "unavailable", "done"]);
  expect(kinds(runner, [commit(1, { seq: 3 })])).toEqual(["unavailable"]);
  expect(kinds(runner, [claim, commit(1, { epoch: 2, seq: 1 }), commit(1, { seq: 4 })])).toEqual([
    "claimed",
    "done",
    "stale",
  ]);
});

test("[DB4] [DB6] when the disk is full a group is run again one by one, and what fits is kept", () => {
  using held = openRunner();
  const { runner } = held;
  const { database } = runner.connection;
  const pages = Number(Object.values(database.prepare("pragma page_count").get() ?? {})[0]);
  database.exec(`pragma max_page_count = ${pages + 4}`);
  const large = commit(2, { puts: ["big", JSON.stringify(["x".repeat(100_000)])] });
  expect(kinds(runner, [commit(1), large, commit(3)])).toEqual(["done", "unavailable", "done"]);
  expect(nodes(runner)).toEqual(["n1", "n3"]);
  database.exec("pragma max_page_count = 1000000");
  expect(kinds(runner, [{ kind: "claim", project: "p", room: "r2", reserve: 1 }])).toEqual(["claimed"]);
  expect(kinds(runner, [commit(2, { epoch: 2, puts: large.kind === "commit" ? large.commit.puts : [] })])).toEqual([
    "done",
  ]);
  expect(nodes(runner)).toEqual(["big", "n1", "n3"]);
});

test("[DB4] an error of the commit itself fails only the unit that caused it", () => {
  using held = openRunner();
  const { runner } = held;
  const orphan: Unit = {
    kind: "statements",
    statements: [
      { sql: "pragma defer_foreign_keys = on", values: [[]] },
      { sql: "insert into storage_nodes values ('p', 77, 'orphan', '[]')", values: [[]] },
    ],
  };
  const answers = kinds(runner, [commit(1), orphan, commit(3)]);
  expect(answers[0]).toBe("done");
  expect(answers[1]).not.toBe("done");
  expect(answers[2]).toBe("done");
  expect(nodes(runner)).toEqual(["n1", "n3"]);
});

test("[DB14] while the disk has no room for the reserve, rooms are opened and rows deleted, and nothing else", () => {
  const reserve = { released: true, hold() {}, release: () => false };
  using held = openRunner(reserve);
  const { runner } = held;
  const claim: Unit = { kind: "claim", project: "p", room: "r1", reserve: 1 };
  const statement = (sql: string): Unit => ({ kind: "statements", statements: [{ sql, values: [[]] }] });
  const joined = commit(1, { epoch: 2, seq: 0, puts: [], connectedAt: 5 });
  const units = [
    claim,
    joined,
    commit(2),
    statement("insert into meta values ('a', 'b')"),
    statement("delete from meta where key = 'a'"),
  ];
  expect(kinds(runner, units)).toEqual(["claimed", "done", "unavailable", "unavailable", "done"]);
  expect(nodes(runner)).toEqual([]);
  expect(runner.full).toBe(true);
  reserve.released = false;
  expect(runner.full).toBe(false);
  // What was refused is lost, so the room is opened anew before more of it is kept (DB5).
  const again: Unit = { kind: "claim", project: "p", room: "r2", reserve: 1 };
  expect(kinds(runner, [commit(2), again, commit(2, { epoch: 2 })])).toEqual(["unavailable", "claimed", "done"]);
  expect(nodes(runner)).toEqual(["n2"]);
});

test("[DB14] the reserve is a file of its size, given up once and taken back where there is room", () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "weft.db");
  const reserve = createReserve(path);
  reserve.hold();
  expect(reserve.released).toBe(false);
  expect(statSync(`${path}.reserve`).size).toBe(5 * 1024 * 1024);
  expect(reserve.release()).toBe(true);
  expect(existsSync(`${path}.reserve`)).toBe(false);
  expect(reserve.released).toBe(true);
  expect(reserve.release()).toBe(false);
  const another = createReserve(path);
  another.hold();
  expect(another.released).toBe(false);
  expect(existsSync(`${path}.reserve`)).toBe(true);
  expect(statSync(`${path}.reserve`).size).toBe(5 * 1024 * 1024);
  const nowhere = createReserve(join(directory.path, "nowhere", "weft.db"));
  nowhere.hold();
  expect(nowhere.released).toBe(true);
});
