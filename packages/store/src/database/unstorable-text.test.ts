import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isStorable } from "@weft/protocol";
import type { ProjectId, RoomId } from "@weft/protocol";
import type { RoomCommit } from "@weft/room/ports";
import fc from "fast-check";
import { propertyOptions } from "@weft/collab/suites/property-options.ts";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { StoreUnavailable, UnstorableText } from "./errors.ts";
import { openStore } from "../open.ts";
import { adapters, temporaryDirectory } from "../testing/adapters.ts";

const project = "p" as ProjectId;
const unstorable = "a\0b";

/** A room, claimed, and a commit to it that changes nothing. */
async function roomIn(store: Awaited<ReturnType<(typeof adapters)[number][1]>>["store"], id = "r") {
  const draft = { createdAt: 1, organizationId: "default", defaultAccesses: [], metadata: new Map() };
  await store.rooms.insert(project, {
    ...draft,
    id: id as RoomId,
    usersAccesses: new Map(),
    groupsAccesses: new Map(),
  });
  const opened = (await store.roomStore.open({ project, room: id as RoomId }, 1))!;
  const commit: RoomCommit = { ...opened, seq: 1, puts: [], drops: [], actors: [] };
  return { opened, commit };
}

test("[DB20] SPEC.md says of every text column where its texts come from", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "weft.db");
  {
    await using _store = await openStore(`sqlite:${path}`);
  }
  using database = new DatabaseSync(path, { readOnly: true });
  const columns = database.prepare(
    `select tables.name || '.' || columns.name as name
      from pragma_table_list as tables, pragma_table_info(tables.name) as columns
      where tables.schema = 'main' and tables.type = 'table' and tables.name not like 'sqlite_%' and lower(columns.type) = 'text'`,
  );
  const spec = readFileSync(new URL("../../SPEC.md", import.meta.url), "utf8");
  const listed = new Set(Array.from(spec.matchAll(/`([\w*]+\.\w+)`/g), ([, name]) => name!));
  const found = columns.all().map((row) => String(row["name"]));
  const isListed = (name: string) => listed.has(name) || listed.has(`*.${name.split(".")[1]}`);
  expect(found.filter((name) => !isListed(name))).toEqual([]);
  const stale = [...listed].filter((name) => !name.startsWith("*") && !name.endsWith(".ts") && !found.includes(name));
  expect(stale).toEqual([]);
});

describe.each(adapters)("%s", (_, open) => {
  test("[DB20] a text with U+0000 is refused, whether it is to be written or looked for, and changes nothing", async () => {
    await using under = await open();
    const { store } = under;
    const { db } = store.signIn;
    const address = { project, room: unstorable as RoomId };
    for (const attempt of [
      () => store.rooms.find(project, unstorable),
      () => store.projects.find(unstorable as ProjectId),
      () => store.people.person(unstorable),
      () => store.versions.contents({ project, room: "r" as RoomId }, unstorable, "storage"),
      () => store.roomStore.open(address, 1),
      () => sql`select ${unstorable}`.execute(db),
      () => sql`insert into meta (key, value) values ('k', ${unstorable})`.execute(db),
    ])
      await expect(attempt()).rejects.toThrow(UnstorableText);
    expect((await sql`select value from meta where key = 'k'`.execute(db)).rows).toEqual([]);
    await expect(store.rooms.find(project, unstorable)).rejects.toMatchObject({
      code: "UNPROCESSABLE_ENTITY",
      message: "A text contains U+0000, which cannot be stored.",
    });
  });

  test.for<[string, Partial<RoomCommit>]>([
    ["a node's id", { puts: ["n", "[1]", unstorable, "[2]"] }],
    ["an actor's user", { actors: [{ actor: 1, user: unstorable, clocks: [] }] }],
    ["an author", { authors: [{ since: 0, user: unstorable }] }],
    [
      "a document's guid",
      { documents: [{ kind: "row", guid: unstorable, id: 1, update: Uint8Array.of(0, 0), v2: false }] },
    ],
  ])("[DB20] a commit with U+0000 in %s is refused whole, and so are those after it", async ([, part]) => {
    await using under = await open();
    const { store } = under;
    const { commit, opened } = await roomIn(store);
    const refused = store.roomStore.commit({ ...commit, puts: ["m", "[0]"], ...part });
    const next = store.roomStore.commit({ ...commit, seq: 2, puts: ["n", "[3]"] });
    await expect(refused).rejects.toThrow(UnstorableText);
    await expect(next).rejects.toThrow(StoreUnavailable);
    expect(await Array.fromAsync(store.roomStore.nodes(opened, 1_000))).toEqual([]);

    const again = (await store.roomStore.open({ project, room: "r" as RoomId }, 1))!;
    expect(again.seq).toBe(0);
    await store.roomStore.commit({ ...commit, ...again, seq: 1, puts: ["n", "[3]"] });
  });

  test("[DB20] rows hold any storable text, and JSON any text", async () => {
    await using under = await open();
    const { db } = under.store.signIn;
    const text = fc.string({ unit: "binary", maxLength: 8 }).filter(isStorable);
    const any = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("\0", "\ud800", "a\0\udc00"));
    await fc.assert(
      fc.asyncProperty(text, any, async (key, value) => {
        const json = JSON.stringify(value);
        await sql`insert into meta (key, value) values (${`k${key}`}, ${json})`.execute(db);
        const { rows } = await sql<{
          value: string;
        }>`delete from meta where key = ${`k${key}`} returning value`.execute(db);
        expect(rows).toEqual([{ value: json }]);
        expect(JSON.parse(rows[0]!.value)).toBe(value);
      }),
      propertyOptions(50),
    );
  });
});
