import type {
  KnowledgeAddress,
  KnowledgeOrigin,
  KnowledgeOwner,
  KnowledgeRecords,
  KnowledgeSourceRecord,
} from "@weft/collab";
import type { CopilotId, KnowledgeSourceId, KnowledgeStatus, WebKnowledgeType } from "@weft/protocol";
import type { Kysely, Selectable } from "kysely";
import { pageOf } from "../lists/keyset.ts";
import { lockProject } from "../database/locks.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";
import type { KnowledgeQueries } from "./knowledge-queries.ts";

type SourceRow = Selectable<Tables["knowledge_sources"]>;

/** Reads the sources of a copilot, and the files among them. */
export function createSourceReads(
  db: Kysely<Tables>,
): Pick<
  KnowledgeRecords,
  "find" | "findFile" | "list" | "count" | "counts" | "some" | "fileBytes" | "fileText" | "knows"
> {
  const sourcesOf = ({ project, copilot }: KnowledgeOwner) =>
    db.selectFrom("knowledge_sources").selectAll().where("project_id", "=", project).where("copilot_id", "=", copilot);
  const fileOf = ({ project, copilot, source }: KnowledgeAddress) =>
    db
      .selectFrom("knowledge_files")
      .where("project_id", "=", project)
      .where("copilot_id", "=", copilot)
      .where("source_id", "=", source);

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

    async knows(owner) {
      const found = await sourcesOf(owner)
        .clearSelect()
        .select("id")
        .where("indexed_at", "is not", null)
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}

/** Adds sources, begins and ends their readings, and deletes them. */
export function createSourceWrites(
  { done }: Transactions,
  db: Kysely<Tables>,
  { updateSource }: KnowledgeQueries,
): Pick<KnowledgeRecords, "insert" | "replaceFile" | "readAgain" | "delete" | "settle"> {
  const insertOfFile = ({ project, copilot, source }: KnowledgeAddress, bytes: Uint8Array) =>
    db
      .insertInto("knowledge_files")
      .values({ project_id: project, copilot_id: copilot, source_id: source, bytes, content: "" })
      .onConflict((conflict) => conflict.columns(["project_id", "copilot_id", "source_id"]).doUpdateSet({ bytes }));

  return {
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
      return done(
        [lockProject(owner.project), [insert, 1], ...(bytes === undefined ? [] : [insertOfFile(address, bytes)])],
        effects,
      );
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

    readAgain(reading, now, effects) {
      const next = updateSource(reading).set({
        revision: reading.revision + 1,
        status: "ingesting",
        error: null,
        updated_at: now,
      });
      const links = db
        .deleteFrom("knowledge_links")
        .where("project_id", "=", reading.project)
        .where("copilot_id", "=", reading.copilot)
        .where("source_id", "=", reading.source);
      return done([[next, 1], links], effects);
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

    settle(reading, { status, error, indexedAt, text }, effects) {
      const end = updateSource(reading).set({
        status,
        error: error ?? null,
        indexed_at: indexedAt,
        updated_at: indexedAt,
        ...(status === "ready" && { found_revision: reading.revision, embedding_model: null }),
      });
      const file = db
        .updateTable("knowledge_files")
        .set({ bytes: null, ...(text !== undefined && { content: text }) })
        .where("project_id", "=", reading.project)
        .where("copilot_id", "=", reading.copilot)
        .where("source_id", "=", reading.source);
      return done([[end, 1], file], effects);
    },
  };
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
