import type { KnowledgeAddress, KnowledgeLinkRecord, KnowledgeRecords } from "@weft/collab";
import type { KnowledgeStatus } from "@weft/protocol";
import type { Kysely, Selectable } from "kysely";
import { pageOf } from "../lists/keyset.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";
import type { KnowledgeQueries } from "./knowledge-queries.ts";
import { grouped } from "./knowledge-rows.ts";

type LinkRow = Selectable<Tables["knowledge_links"]>;

/** How many links of a source one statement inserts. */
const linksPerInsert = 100;

/** Reads the pages of a website, and how far its reading has come. */
export function createLinkReads(
  db: Kysely<Tables>,
  { linksOf }: KnowledgeQueries,
): Pick<KnowledgeRecords, "links" | "openLinks" | "firstLink" | "linkTotals" | "hasContents"> {
  return {
    async links(address, { limit, after }) {
      const page = { limit, after: after && ([after.createdAt, after.id] as const) };
      return (await pageOf(linksOf(address).selectAll(), ["created_at", "id"], page).execute()).map(toLink);
    },

    async openLinks(address, limit) {
      const rows = await linksOf(address)
        .selectAll()
        .where("status", "=", "ingesting")
        .orderBy("depth")
        .orderBy("created_at")
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map(toLink);
    },

    async firstLink(address) {
      const row = await linksOf(address).selectAll().where("depth", "=", 0).orderBy("id").executeTakeFirst();
      return row && toLink(row);
    },

    async linkTotals(reading) {
      const totals = await linksOf(reading)
        .select(({ fn, eb }) => [
          fn.countAll<number>().as("links"),
          fn.count<number>(eb.case().when("status", "=", "ready").then(1).end()).as("ready"),
          fn.coalesce(fn.sum<number | string>("bytes"), eb.lit(0)).as("bytes"),
        ])
        .executeTakeFirstOrThrow();
      const { passages } = await db
        .selectFrom("knowledge_passages")
        .select(({ fn }) => fn.countAll<number>().as("passages"))
        .where("project_id", "=", reading.project)
        .where("copilot_id", "=", reading.copilot)
        .where("source_id", "=", reading.source)
        .where("revision", "=", reading.revision)
        .executeTakeFirstOrThrow();
      const failed = await linksOf(reading)
        .select("error")
        .where("status", "=", "error")
        .orderBy("depth")
        .orderBy("created_at")
        .orderBy("id")
        .executeTakeFirst();
      const { links, ready, bytes } = totals;
      // A sum is a number of any length where the database counts so.
      return { links, ready, bytes: Number(bytes), passages, firstError: failed?.error ?? undefined };
    },

    async hasContents(address, hash, beside) {
      const found = await linksOf(address)
        .select("id")
        .where("hash", "=", hash)
        .where("id", "!=", beside)
        .where("status", "=", "ready")
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}

/** Writes the pages of a website as they are found and read. */
export function createLinkWrites(
  { done, write }: Transactions,
  db: Kysely<Tables>,
  { linksOf, updateSource, isCurrent }: KnowledgeQueries,
): Pick<KnowledgeRecords, "addLinks" | "putLink" | "dropLinks"> {
  return {
    async addLinks(reading, links, most) {
      if (links.length === 0) return true;
      const known = await linksOf(reading)
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      const added: KnowledgeLinkRecord[] = [];
      for (let at = 0; at < links.length && known.count + added.length < most; at += linksPerInsert) {
        const group = links.slice(at, at + linksPerInsert);
        const there = await linksOf(reading)
          .select("id")
          .where(
            "id",
            "in",
            group.map(({ id }) => id),
          )
          .execute();
        const ids = new Set(there.map(({ id }) => id));
        added.push(...group.filter(({ id }) => !ids.has(id)).slice(0, most - known.count - added.length));
      }
      if (added.length === 0) return true;
      const inserts = grouped(added, linksPerInsert).map((group) =>
        db
          .insertInto("knowledge_links")
          .values(group.map((link) => toLinkRow(reading, link)))
          .onConflict((conflict) => conflict.doNothing()),
      );
      return done([isCurrent(reading), ...inserts]);
    },

    putLink(reading, link) {
      const {
        project_id: _p,
        copilot_id: _c,
        source_id: _s,
        id: _i,
        created_at: _a,
        ...values
      } = toLinkRow(reading, link);
      const put = db
        .updateTable("knowledge_links")
        .set(values)
        .where("project_id", "=", reading.project)
        .where("copilot_id", "=", reading.copilot)
        .where("source_id", "=", reading.source)
        .where("id", "=", link.id);
      const seen = values.indexed_at === null ? [] : [updateSource(reading).set({ indexed_at: values.indexed_at })];
      return done([isCurrent(reading), put, ...seen]);
    },

    async dropLinks({ project, copilot, source }) {
      await write([
        db
          .deleteFrom("knowledge_links")
          .where("project_id", "=", project)
          .where("copilot_id", "=", copilot)
          .where("source_id", "=", source),
      ]);
    },
  };
}

function toLink(row: LinkRow): KnowledgeLinkRecord {
  return {
    id: row.id,
    url: row.url,
    status: row.status as KnowledgeStatus,
    error: row.error ?? undefined,
    depth: row.depth,
    createdAt: row.created_at,
    indexedAt: row.indexed_at ?? undefined,
    bytes: row.bytes,
    hash: row.hash ?? undefined,
  };
}

function toLinkRow({ project, copilot, source }: KnowledgeAddress, link: KnowledgeLinkRecord): LinkRow {
  return {
    project_id: project,
    copilot_id: copilot,
    source_id: source,
    id: link.id,
    url: link.url,
    status: link.status,
    error: link.error ?? null,
    depth: link.depth,
    created_at: link.createdAt,
    indexed_at: link.indexedAt ?? null,
    bytes: link.bytes,
    hash: link.hash ?? null,
  };
}
