import { createHash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { newRoom } from "@weft/collab/suites/new-room.ts";
import { searchWords } from "@weft/collab";
import type { CopilotId, KnowledgeSourceId, ProjectId, RoomId } from "@weft/protocol";
import { expect, test } from "vitest";
import { postgres } from "../postgres/dialect.ts";
import { sqlite } from "../sqlite/dialect.ts";
import { openStore } from "../open.ts";
import { temporaryDirectory } from "../testing/adapters.ts";
import { migrations, schemaVersion } from "./index.ts";

const project = "p" as ProjectId;
const room = { project, room: "kept" as RoomId };

/** A database as the release of a version left it, with a room in it. */
function writeDatabase(path: string, version: number): void {
  using db = new DatabaseSync(path);
  db.exec("create table meta (key text primary key not null, value text not null) strict, without rowid");
  for (const migration of migrations.filter((candidate) => candidate.version <= version))
    for (const statement of migration.statements(sqlite)) db.exec(statement);
  db.exec(`insert into meta values ('schema_version', '${version}'), ('clean_shutdown', '1');
    insert into rooms (project_id, key, id, organization_id, created_at, last_connection_at, metadata, default_accesses, users_accesses, groups_accesses, revision)
      values ('p', 7, 'kept', 'default', 5, null, '[["k","v"]]', '["room:write"]', '[]', '[]', 1);
    insert into room_metadata values ('p', 'k', 'v', 5, 'kept', 7);
    insert into room_state (project_id, room_key, epoch, seq, next_actor) values ('p', 7, 3, 1, 64);
    insert into storage_nodes values ('p', 7, '0:1', '["0:1",3,"root","a",1]')`);
}

test("[DB3] keys from before they had names are named apart, and open what they opened", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "weft.db");
  writeDatabase(path, 3);
  using old = new DatabaseSync(path);
  old.exec(`insert into api_keys values ('p', 'secret', 'one', 'aaaa', 1, null, 1), ('p', 'public', 'two', 'bbbb', 2, null, 1);
    insert into projects values ('p', 'One', 'dev', null, 1, 1, 0, null)`);
  old.close();
  await using store = await openStore(`sqlite:${path}`);
  const keys = await store.projects.apiKeys(project);
  expect(keys).toMatchObject([
    { key: "two", name: "", seenInBrowser: false },
    { key: "one", name: "", seenInBrowser: false },
  ]);
  expect(new Set(keys.map(({ id }) => id)).size).toBe(2);
  for (const { id } of keys) expect(id).toMatch(/^key_/);
  expect(await store.projects.apiKey("secret", "one")).toMatchObject({ project });
});

test("[DB3] files and uploads from before they had kinds are those of Storage, and go with their room", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "weft.db");
  writeDatabase(path, 6);
  using old = new DatabaseSync(path);
  old.exec(`insert into storage_files values ('p', 7, 'fl_1', 'a.png', 5, 'image/png', 'image/png', 'p/one', 'up_1', 3);
    insert into storage_uploads values ('p', 7, 'up_2', 'fl_2', 'b', 9, 1, 'p/two', 's', 4);
    insert into storage_parts values ('p', 7, 'up_2', 1, 'e', 't', 8)`);
  old.close();
  await using store = await openStore(`sqlite:${path}`);
  const owner = { ...room, kind: "storageFile" } as const;
  expect(await store.uploads.find(owner, "fl_1")).toEqual({
    id: "fl_1",
    name: "a.png",
    size: 5,
    mimeType: "image/png",
    image: "image/png",
    blob: "p/one",
    upload: "up_1",
    createdAt: 3,
    userId: undefined,
    expiresAt: undefined,
  });
  expect(await store.uploads.upload(owner, "up_2")).toEqual({
    id: "up_2",
    file: "fl_2",
    name: "b",
    reserved: 9,
    sized: true,
    blob: "p/two",
    session: "s",
    expiresAt: 4,
    userId: undefined,
  });
  expect(await store.uploads.parts(owner, "up_2")).toEqual([{ number: 1, etag: "e", tag: "t", size: 8 }]);
  expect(await store.uploads.usage(owner)).toBe(14);
  expect(await store.rooms.delete(project, "kept", 1)).toBe(true);
  const pending = await store.uploads.pendingDeletions(9, 9);
  expect(pending.map(({ blob }) => blob).sort()).toEqual(["p/one", "p/two"]);
});

test("[DB3] [KN11] passages from before they had terms are found by their words, then by their terms", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "weft.db");
  writeDatabase(path, 24);
  using old = new DatabaseSync(path);
  old.exec(`insert into knowledge_sources values ('p', 'co_1', 'ks_1', 5, 5, 6, 'file', null, null, 'a.md', 'text/plain',
      'ready', null, 1, 1, null)`);
  const insert = old.prepare(
    "insert into knowledge_passages values (null, 'p', 'co_1', 'ks_1', '', 1, ?, ?, '', ?, null)",
  );
  for (let n = 0; n < 7; n++) insert.run(n, `Refunds ${n}`, "退款政策是三十天。 Refund policy");
  old.close();
  const owner = { project, copilot: "co_1" as CopilotId };
  await using store = await openStore(`sqlite:${path}`);
  const count = async (query: string) => (await store.knowledge.search(owner, searchWords(query), 9)).length;
  expect([await count("refund"), await count("退款")]).toEqual([7, 0]);
  // In steps: what one has written, the next leaves as it is.
  expect(await store.knowledge.addTerms(4)).toBe(4);
  expect([await count("refund"), await count("退款")]).toEqual([7, 4]);
  expect([await store.knowledge.addTerms(4), await store.knowledge.addTerms(4)]).toEqual([3, 0]);
  expect([await count("refund"), await count("退款")]).toEqual([7, 7]);
  expect(await store.knowledge.dropPassages({ ...owner, source: "ks_1" as KnowledgeSourceId }, "all", 9)).toBe(7);
  expect([await count("refund"), await count("退款")]).toEqual([0, 0]);
});

test.for(migrations.filter(({ isAdditive }) => isAdditive).map(({ version }) => [version] as const))(
  "[PG25] migration %i only adds what an earlier release may not know",
  ([version]) => {
    const statements = migrations.find((migration) => migration.version === version)!.statements(postgres);
    // A unique index refuses what the earlier release writes.
    const additions = /^(?:create (?:table|index) |alter table \S+ add column (?:.* default |(?!.*not null)))/;
    for (const statement of statements) expect(statement).toMatch(additions);
  },
);

test("[DB3] migrations are numbered without a gap", () => {
  expect(migrations.map(({ version }) => version)).toEqual(Array.from({ length: schemaVersion }, (_, n) => n + 1));
});

// What a release has done to data files out there is never done differently: a change of theirs is a migration of its own.
const published = [
  "9f5d89c79999128aef01a8fa5854f7d23bce8dd9e34ff3dd810cca197cc0a750",
  "965424933eb164dc5efee265a4c44473f5d05730b5b6ada71a1c00e4998843f4",
  "f730d45335407cc6eb17b7511d2eba28682b4a31ba87e5d7fd2fc517ea7c624b",
  "ad02b476bce457188a1d0eb40e60883dba88a85aeef20596b95c10070c8ad308",
  "b18b4bda0fe699b9143cbb9520efbcd2a806043f79efb995d36805da6f814281",
  "973b847b621c10b7a647ba26c68261e79cbbc5693ac534630a9d6476ba157f10",
  "b440be303bb95890e9cd3554d054a3a34f2ef549568ea94cac148cbf34798f85",
  "b830b4551f886afe29bb4039a7c28023ce9ed9861ffd1832d2bf1b655becee2c",
  "373cd5f871fd749f0be020769e46468dcdc2f6c0ea8998faeb244be449c826ed",
  "759d2da81528bf2cbc5b739bf808e2fa18f5ea09f15d332be426b9d66bbe7779",
  "ab7f1da5bd5d1187b0daf57ec3815dfb60579971ca7f418b88d1cdf7c3809f25",
  "c60affd85de712bfe95afc5ab26490b834f03521804d14fcabc3ecd19fd034a5",
  "f5a98fcebd34c6c4d067572c99a1797b24c8f71b5cc2fabcbb4e03f5b4c04771",
  "74cabecb1385c0911922721c8e3babea9dfa39b9ffad4d9915198c2db2f8d7a9",
];

test.for(published.map((digest, at) => [at + 1, digest] as const))(
  "[DB3] migration %i is written down as it was published",
  ([version, digest]) => {
    const statements = migrations.find((migration) => migration.version === version)?.statements(sqlite);
    expect(createHash("sha256").update(JSON.stringify(statements)).digest("hex")).toBe(digest);
  },
);

test.for(migrations.map(({ version }) => [version] as const))(
  "[DB3] a database of version %i continues with everything it held",
  async ([version]) => {
    using directory = temporaryDirectory();
    const path = join(directory.path, "weft.db");
    writeDatabase(path, version);
    {
      await using store = await openStore(`sqlite:${path}`);
      expect(await store.rooms.find(project, "kept")).toMatchObject({ metadata: new Map([["k", "v"]]), revision: 1 });
      expect(await store.roomStore.open(room, 64)).toMatchObject({ epoch: 4, firstActor: 64 });
      const id = `fl_${"a".repeat(21)}`;
      const owner = { ...room, kind: "storageFile" } as const;
      const upload = { id: "up", file: id, name: "a", reserved: 1, sized: true, blob: "b", session: "", expiresAt: 9 };
      expect(await store.uploads.insertUpload(owner, upload)).toBe(true);
      const finished = { upload: "up", size: 1, mimeType: "", createdAt: 1 };
      expect(await store.uploads.finish(owner, finished)).toBe(true);
      expect(await store.uploads.find(owner, id)).toMatchObject({ ...finished, id, name: "a", blob: "b" });
      await store.rooms.insert(project, newRoom("new"));
      expect(await store.rooms.delete(project, "kept", 1)).toBe(true);
    }
    using db = new DatabaseSync(path, { readOnly: true });
    expect(db.prepare("select value from meta where key = 'schema_version'").get()).toEqual({
      value: String(schemaVersion),
    });
    expect(db.prepare("select id, key > 7 as fresh from rooms").all()).toEqual([{ id: "new", fresh: 1 }]);
    expect(db.prepare("select blob from doomed_blobs").all()).toEqual([{ blob: "b" }]);
  },
);
