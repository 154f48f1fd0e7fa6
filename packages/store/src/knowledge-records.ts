import type {
  FoundPassage,
  KnowledgeAddress,
  KnowledgeLinkRecord,
  KnowledgeOrigin,
  KnowledgeOwner,
  KnowledgeRecords,
  KnowledgeSourceRecord,
  KnowledgeReading,
  PassageRecord,
} from "@weft/collab";
import { indexedTerms } from "@weft/collab";
import type { CopilotId, KnowledgeSourceId, KnowledgeStatus, ProjectId, WebKnowledgeType } from "@weft/protocol";
import { sql } from "kysely";
import type { Kysely, Selectable } from "kysely";
import type { Dialect } from "./dialect.ts";
import { pageOf } from "./lists/keyset.ts";
import type { Tables } from "./tables.ts";
import type { Transactions } from "./transactions.ts";

type SourceRow = Selectable<Tables["knowledge_sources"]>;
type LinkRow = Selectable<Tables["knowledge_links"]>;

/** Of the links of a source, those that one statement inserts. */
const linksPerInsert = 100;
const passagesPerInsert = 50;
/** Of passages, those that one statement reads by their keys. */
const keysPerRead = 200;

export function createKnowledgeRecords(
  { done, write }: Transactions,
  db: Kysely<Tables>,
  { matchPassages }: Dialect,
): KnowledgeRecords {
  const sourcesOf = ({ project, copilot }: KnowledgeOwner) =>
    db.selectFrom("knowledge_sources").selectAll().where("project_id", "=", project).where("copilot_id", "=", copilot);
  const linksOf = ({ project, copilot, source }: KnowledgeAddress) =>
    db
      .selectFrom("knowledge_links")
      .where("project_id", "=", project)
      .where("copilot_id", "=", copilot)
      .where("source_id", "=", source);
  const fileOf = ({ project, copilot, source }: KnowledgeAddress) =>
    db
      .selectFrom("knowledge_files")
      .where("project_id", "=", project)
      .where("copilot_id", "=", copilot)
      .where("source_id", "=", source);
  const updateSource = ({ project, copilot, source, revision }: KnowledgeReading) =>
    db
      .updateTable("knowledge_sources")
      .where("project_id", "=", project)
      .where("copilot_id", "=", copilot)
      .where("id", "=", source)
      .where("revision", "=", revision);
  /** Changes nothing, and holds the row, so that a deletion waits for what is written with it. */
  const isCurrent = (reading: KnowledgeReading) =>
    [updateSource(reading).set({ revision: reading.revision }), 1] as const;
  /** Passages of the readings that searches find. */
  const allFoundPassages = () =>
    db
      .selectFrom("knowledge_passages as p")
      .innerJoin("knowledge_sources as s", (join) =>
        join
          .onRef("s.project_id", "=", "p.project_id")
          .onRef("s.copilot_id", "=", "p.copilot_id")
          .onRef("s.id", "=", "p.source_id")
          .onRef("s.found_revision", "=", "p.revision"),
      );
  const foundPassages = ({ project, copilot }: KnowledgeOwner) =>
    allFoundPassages().where("p.project_id", "=", project).where("p.copilot_id", "=", copilot);
  /** Looked up by their keys, and not in an index of all that the copilot knows. */
  const foundPassagesWith = ({ project, copilot }: KnowledgeOwner, keys: readonly number[]) =>
    allFoundPassages()
      .where("p.key", "in", keys)
      .where(sql<string>`p.project_id || ''`, "=", project)
      .where(sql<string>`p.copilot_id || ''`, "=", copilot);
  const vectorsOf = ({ project, copilot }: KnowledgeOwner, model: string) =>
    db
      .selectFrom("knowledge_vectors")
      .where("project_id", "=", project)
      .where("copilot_id", "=", copilot)
      .where("model", "=", model);
  const insertOfFile = ({ project, copilot, source }: KnowledgeAddress, bytes: Uint8Array) =>
    db
      .insertInto("knowledge_files")
      .values({ project_id: project, copilot_id: copilot, source_id: source, bytes, content: "" })
      .onConflict((conflict) => conflict.columns(["project_id", "copilot_id", "source_id"]).doUpdateSet({ bytes }));

  return {
    async find({ source, ...owner }) {
      const row = await sourcesOf(owner).where("id", "=", source).executeTakeFirst();
      return row && toSource(row);
    },

    async findFile(owner, name) {
      const row = await sourcesOf(owner).where("name", "=", name).executeTakeFirst();
      return row && toSource(row);
    },

    async list(owner, { limit, after }) {
      const page = { limit, after: after && ([after.createdAt, after.id] as const) };
      return (await pageOf(sourcesOf(owner), ["created_at", "id"], page).execute()).map(toSource);
    },

    async count({ project, copilot }) {
      const { count } = await db
        .selectFrom("knowledge_sources")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("project_id", "=", project)
        .where("copilot_id", "=", copilot)
        .executeTakeFirstOrThrow();
      return count;
    },

    async counts(project) {
      const rows = await db
        .selectFrom("knowledge_sources")
        .select(({ fn }) => ["copilot_id", fn.countAll<number>().as("count")])
        .where("project_id", "=", project)
        .groupBy("copilot_id")
        .execute();
      return new Map(rows.map((row) => [row.copilot_id as CopilotId, row.count]));
    },

    insert(owner, source, { most, bytes }, effects) {
      const row = toSourceRow(owner, source);
      const insert = db
        .insertInto("knowledge_sources")
        .columns(Object.keys(row) as (keyof SourceRow)[])
        .expression(
          db
            .selectFrom("copilots")
            .select((eb) => Object.entries(row).map(([column, value]) => eb.val(value).as(column)))
            .where("copilots.project_id", "=", owner.project)
            .where("copilots.id", "=", owner.copilot)
            .where((eb) =>
              eb(
                eb
                  .selectFrom("knowledge_sources as other")
                  .select(({ fn }) => fn.countAll<number>().as("count"))
                  .where("other.project_id", "=", owner.project)
                  .where("other.copilot_id", "=", owner.copilot),
                "<",
                most,
              ),
            ),
        )
        .onConflict((conflict) => conflict.doNothing());
      const address = { ...owner, source: source.id };
      return done([[insert, 1], ...(bytes === undefined ? [] : [insertOfFile(address, bytes)])], effects);
    },

    replaceFile(reading, { mimeType, bytes, now }, effects) {
      const next = updateSource(reading).set({
        revision: reading.revision + 1,
        mime_type: mimeType,
        status: "ingesting",
        error: null,
        updated_at: now,
      });
      return done([[next, 1], insertOfFile(reading, bytes)], effects);
    },

    delete({ project, copilot, source }, kind, effects) {
      const remove = db
        .deleteFrom("knowledge_sources")
        .where("project_id", "=", project)
        .where("copilot_id", "=", copilot)
        .where("id", "=", source)
        .where("kind", "=", kind);
      const file = db
        .deleteFrom("knowledge_files")
        .where("project_id", "=", project)
        .where("copilot_id", "=", copilot)
        .where("source_id", "=", source);
      return done([[remove, 1], file], effects);
    },

    async some(owner, limit) {
      return (await sourcesOf(owner).limit(limit).execute()).map(toSource);
    },

    async fileBytes(reading) {
      const row = await fileOf(reading).select("bytes").executeTakeFirst();
      return row?.bytes ?? undefined;
    },

    async fileText(address) {
      return (await fileOf(address).select("content").executeTakeFirst())?.content ?? "";
    },

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

    addPassages(reading, page, passages) {
      const inserts = grouped(passages, passagesPerInsert).map((group) =>
        db.insertInto("knowledge_passages").values(
          group.map(({ position, title, headings, text, url }) => ({
            project_id: reading.project,
            copilot_id: reading.copilot,
            source_id: reading.source,
            page,
            revision: reading.revision,
            position,
            title,
            headings: headings.join("\n"),
            content: text,
            url: url ?? null,
            ...termsOf({ title, headings: headings.join("\n"), content: text }),
          })),
        ),
      );
      return done([isCurrent(reading), ...inserts]);
    },

    async addTerms(limit) {
      const rows = await db
        .selectFrom("knowledge_passages")
        .select(["key", "title", "headings", "content"])
        .where("content_terms", "is", null)
        .orderBy("key")
        .limit(limit)
        .execute();
      if (rows.length === 0) return 0;
      await write(
        rows.map((row) =>
          db
            .updateTable("knowledge_passages")
            .set(termsOf(row))
            .where("key", "=", row.key)
            .where("content_terms", "is", null),
        ),
      );
      return rows.length;
    },

    async dropPassages({ project, copilot, source }, which, limit) {
      const some = db
        .selectFrom("knowledge_passages")
        .select("key")
        .where("project_id", "=", project)
        .where("copilot_id", "=", copilot)
        .where("source_id", "=", source)
        .$if(which !== "all" && "page" in which, (query) => {
          const { page, revision } = which as { page: string; revision: number };
          return query.where("page", "=", page).where("revision", "=", revision);
        })
        .$if(which !== "all" && "except" in which, (query) =>
          query.where("revision", "!=", (which as { except: number }).except),
        )
        .limit(limit);
      const outcome = await write([db.deleteFrom("knowledge_passages").where("key", "in", some)]);
      return outcome.kind === "done" ? (outcome.counts[0] ?? 0) : 0;
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

    settle(reading, { status, error, indexedAt, text }, effects) {
      const end = updateSource(reading).set({
        status,
        error: error ?? null,
        indexed_at: indexedAt,
        updated_at: indexedAt,
        ...(text !== undefined && { found_revision: reading.revision }),
        ...(status === "ready" && { embedding_model: null }),
      });
      const file = db
        .updateTable("knowledge_files")
        .set({ bytes: null, ...(text !== undefined && { content: text }) })
        .where("project_id", "=", reading.project)
        .where("copilot_id", "=", reading.copilot)
        .where("source_id", "=", reading.source);
      return done([[end, 1], file], effects);
    },

    async knows(owner) {
      const found = await sourcesOf(owner)
        .clearSelect()
        .select("id")
        .where("indexed_at", "is not", null)
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },

    async search({ project, copilot }, words, limit) {
      if (words.length === 0) return [];
      const matches = matchPassages({ project, copilot, words });
      const rows = await foundPassages({ project, copilot })
        .innerJoin(sql<{ key: number; rank: number }>`(${matches})`.as("matches"), "p.key", "matches.key")
        .select(passageColumns)
        .orderBy("matches.rank", "desc")
        .orderBy("p.key")
        .limit(limit)
        .execute();
      return rows.map(toFoundPassage);
    },

    async passagesToEmbed({ source, ...owner }, model, limit, after = 0) {
      const rows = await foundPassages(owner)
        .leftJoin("knowledge_vectors as v", (join) =>
          join.onRef("v.passage_key", "=", "p.key").on("v.model", "=", model),
        )
        .select(passageColumns)
        .where("p.source_id", "=", source)
        .where("p.key", ">", after)
        .where("v.passage_key", "is", null)
        .orderBy("p.key")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ key: row.key, ...toPassage(row) }));
    },

    putVectors(reading, model, vectors) {
      const inserts = vectors.map(({ key, vector }) =>
        db
          .insertInto("knowledge_vectors")
          .columns(["passage_key", "project_id", "copilot_id", "model", "vector"])
          .expression(
            db
              .selectFrom("knowledge_passages")
              .select((eb) => [
                "key",
                "project_id",
                "copilot_id",
                eb.val(model).as("model"),
                eb.val(vector).as("vector"),
              ])
              .where("key", "=", key)
              .where("project_id", "=", reading.project)
              .where("copilot_id", "=", reading.copilot)
              .where("source_id", "=", reading.source),
          )
          .onConflict((conflict) => conflict.column("passage_key").doUpdateSet({ model, vector })),
      );
      return done([isCurrent(reading), ...inserts]);
    },

    setEmbedded(reading, model) {
      return done([[updateSource(reading).set({ embedding_model: model }), 1]]);
    },

    async sourcesToEmbed(model, limit, after) {
      const rows = await db
        .selectFrom("knowledge_sources")
        .select(["project_id", "copilot_id", "id"])
        .where("indexed_at", "is not", null)
        .where("status", "!=", "ingesting")
        .where((eb) => eb.or([eb("embedding_model", "is", null), eb("embedding_model", "!=", model)]))
        .$if(after !== undefined, (query) =>
          query.where((on) =>
            on.eb(
              on.refTuple("project_id", "copilot_id", "id"),
              ">",
              on.tuple(after!.project as string, after!.copilot as string, after!.source as string),
            ),
          ),
        )
        .orderBy("project_id")
        .orderBy("copilot_id")
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        project: row.project_id as ProjectId,
        copilot: row.copilot_id as CopilotId,
        source: row.id as KnowledgeSourceId,
      }));
    },

    async countVectors(owner, model) {
      const { count } = await vectorsOf(owner, model)
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },

    vectors: (owner, model, after, limit) =>
      vectorsOf(owner, model)
        .select(["passage_key as key", "vector"])
        .where("passage_key", ">", after)
        .orderBy("passage_key")
        .limit(limit)
        .execute(),

    async passagesOf(owner, keys) {
      const pages = await Promise.all(
        grouped(keys, keysPerRead).map((group) => foundPassagesWith(owner, group).select(passageColumns).execute()),
      );
      return new Map(pages.flat().map((row) => [row.key, toFoundPassage(row)]));
    },
  };
}

function termsOf({ title, headings, content }: Pick<PassageRow, "title" | "headings" | "content">) {
  return {
    title_terms: indexedTerms(title),
    headings_terms: indexedTerms(headings),
    content_terms: indexedTerms(content),
  };
}

const passageColumns = [
  "p.key",
  "p.source_id",
  "p.page",
  "p.position",
  "p.title",
  "p.headings",
  "p.content",
  "p.url",
] as const;
type PassageRow = Pick<
  Selectable<Tables["knowledge_passages"]>,
  "source_id" | "page" | "position" | "title" | "headings" | "content" | "url"
>;

function toPassage({ position, title, headings, content, url }: PassageRow): PassageRecord {
  return {
    position,
    title,
    headings: headings === "" ? [] : headings.split("\n"),
    text: content,
    url: url ?? undefined,
  };
}

function toFoundPassage(row: PassageRow): FoundPassage {
  return { ...toPassage(row), source: row.source_id as KnowledgeSourceId, page: row.page };
}

/** What of a project's knowledge goes with it. */
export function deleteKnowledge(db: Kysely<Tables>, project: string) {
  const tables = ["knowledge_sources", "knowledge_files", "knowledge_links", "knowledge_passages"] as const;
  return tables.map((table) => db.deleteFrom(table).where("project_id", "=", project));
}

function grouped<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

function toSource(row: SourceRow): KnowledgeSourceRecord {
  return {
    id: row.id as KnowledgeSourceId,
    origin: originOf(row),
    status: row.status as KnowledgeStatus,
    error: row.error ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    indexedAt: row.indexed_at ?? undefined,
    revision: row.revision,
  };
}

function originOf({ kind, url, link_type, name, mime_type }: SourceRow): KnowledgeOrigin {
  return kind === "web"
    ? { kind, url: url!, type: link_type as WebKnowledgeType }
    : { kind: "file", name: name!, mimeType: mime_type! };
}

function toSourceRow({ project, copilot }: KnowledgeOwner, source: KnowledgeSourceRecord): SourceRow {
  const { origin } = source;
  return {
    project_id: project,
    copilot_id: copilot,
    id: source.id,
    created_at: source.createdAt,
    updated_at: source.updatedAt,
    indexed_at: source.indexedAt ?? null,
    kind: origin.kind,
    url: origin.kind === "web" ? origin.url : null,
    link_type: origin.kind === "web" ? origin.type : null,
    name: origin.kind === "file" ? origin.name : null,
    mime_type: origin.kind === "file" ? origin.mimeType : null,
    status: source.status,
    error: source.error ?? null,
    revision: source.revision,
    // Pages are found as they are read, a file once all of it was.
    found_revision: origin.kind === "web" ? source.revision : 0,
    embedding_model: null,
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
