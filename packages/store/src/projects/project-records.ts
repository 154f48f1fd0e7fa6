import type { ProjectRecords, ApiKeyRecord, KeyUse, ProjectRecord, SigningKeyRecord } from "@weft/collab";
import type { ProjectId } from "@weft/protocol";
import type { Compilable, Kysely, Selectable } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import { pageOf } from "../lists/keyset.ts";
import { listExportsForDeletion, exportsIn } from "../exports/export-records.ts";
import { lockProject, shareTeam } from "../database/locks.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";
import { leaveUploads } from "../uploads/upload-records.ts";

type ProjectRow = Selectable<Tables["projects"]>;
type ApiKeyRow = Selectable<Tables["api_keys"]>;
type SigningKeyRow = Selectable<Tables["signing_keys"]>;

export function createProjectRecords(
  transactions: Transactions,
  db: Kysely<Tables>,
  dialect: Dialect,
  deleteAssistance: (db: Kysely<Tables>, project: string) => readonly Compilable[],
): ProjectRecords {
  const queries = projectQueries(db);

  return {
    ...createProjects(transactions, db, deleteAssistance, queries),
    ...createApiKeys(transactions, db, dialect, queries),
    ...createSigningKeys(db),
  };
}

function projectQueries(db: Kysely<Tables>) {
  /** Raises the revision of a project that has this one. */
  const atRevision = ({ id, revision }: Pick<ProjectRecord, "id" | "revision">) =>
    db
      .updateTable("projects")
      .set({ revision: revision + 1 })
      .where("id", "=", id)
      .where("revision", "=", revision);

  return { atRevision };
}

type ProjectQueries = ReturnType<typeof projectQueries>;

/** Projects themselves. */
function createProjects(
  { done, write }: Transactions,
  db: Kysely<Tables>,
  deleteAssistance: (db: Kysely<Tables>, project: string) => readonly Compilable[],
  { atRevision }: ProjectQueries,
): Pick<
  ProjectRecords,
  "all" | "find" | "ofTeam" | "list" | "moveProject" | "deleteProject" | "insertProject" | "updateProject"
> {
  const projects = db.selectFrom("projects").selectAll().orderBy("created_at").orderBy("id");

  return {
    async all() {
      return (await projects.execute()).map(toProject);
    },
    async find(id) {
      const row = await db.selectFrom("projects").selectAll().where("id", "=", id).executeTakeFirst();
      return row && toProject(row);
    },
    async ofTeam(team) {
      return (await projects.where("team_id", "=", team).execute()).map(toProject);
    },
    async list(team, { limit, after, names = [] }) {
      const ofTeam = db
        .selectFrom("projects")
        .selectAll()
        .where("team_id", "=", team)
        .where("deletes_at", "is", null)
        .where((eb) => eb.and(names.map((name) => eb("name", "=", name))));
      const rows = await pageOf(ofTeam, ["created_at", "id"], {
        limit,
        after: after && [after.createdAt, after.id],
      }).execute();
      return rows.map(toProject);
    },
    async moveProject({ id, revision }, to, effects) {
      const move = atRevision({ id, revision })
        .set({ team_id: to })
        .where((eb) => eb.exists(eb.selectFrom("teams").select("teams.id").where("teams.id", "=", to)));
      if (await done([shareTeam(to), [move, 1]], effects)) return "moved";
      const found = await db.selectFrom("projects").select("revision").where("id", "=", id).executeTakeFirst();
      return found?.revision === revision ? "missingTeam" : "changed";
    },
    async deleteProject(project, effects) {
      await write(
        [
          lockProject(project),
          ...leaveUploads(db, project),
          listExportsForDeletion(db, exportsIn(db).where("project_id", "=", project)),
          db.deleteFrom("project_exports").where("project_id", "=", project),
          db.deleteFrom("api_keys").where("project_id", "=", project),
          db.deleteFrom("signing_keys").where("project_id", "=", project),
          db.deleteFrom("inbox_notifications").where("project_id", "=", project),
          db.deleteFrom("notification_settings").where("project_id", "=", project),
          db.deleteFrom("tombstones").where("project_id", "=", project),
          db.deleteFrom("group_members").where("project_id", "=", project),
          db.deleteFrom("groups").where("project_id", "=", project),
          ...deleteAssistance(db, project),
          db.deleteFrom("webhook_endpoints").where("project_id", "=", project),
          db.deleteFrom("retired_rooms").where("project_id", "=", project),
          db.deleteFrom("projects").where("id", "=", project),
        ],
        effects,
      );
    },
    insertProject(project, effects, keys = []) {
      const insert = db
        .insertInto("projects")
        .values({ id: project.id, ...toColumns(project), revision: firstRevision })
        .onConflict((conflict) => conflict.column("id").doNothing());
      return done([[insert, 1], ...keys.map((key) => [putApiKey(db, key), 1] as const)], effects);
    },
    updateProject(project, effects) {
      return done([[atRevision(project).set(toColumns(project)), 1]], effects);
    },
  };
}

/** The API keys of a project. */
function createApiKeys(
  { write }: Transactions,
  db: Kysely<Tables>,
  dialect: Dialect,
  { atRevision }: ProjectQueries,
): Pick<ProjectRecords, "apiKey" | "apiKeys" | "putApiKeys" | "noteUses"> {
  const apiKey = (kind: string, key: string) =>
    db.selectFrom("api_keys").selectAll().where("kind", "=", kind).where("key", "=", key);

  return {
    async apiKey(kind, key) {
      const row = await apiKey(kind, key).executeTakeFirst();
      return row && toApiKey(row);
    },
    async apiKeys(project) {
      const rows = await db
        .selectFrom("api_keys")
        .selectAll()
        .where("project_id", "=", project)
        .orderBy("created_at", "desc")
        .orderBy("key", "desc")
        .execute();
      return rows.map(toApiKey);
    },
    async putApiKeys(project, keys, effects) {
      const puts = keys.map((key) => [putApiKey(db, key), 1] as const);
      const outcome = await write([[atRevision(project), 1], ...puts], effects);
      if (outcome.kind === "unmet" && outcome.statement > 0) throw new Error("A key belongs to another project.");
      return outcome.kind === "done";
    },
    async noteUses(uses) {
      if (uses.length === 0) return;
      await write(uses.map((use) => noteUse(db, dialect, use)));
    },
  };
}

/** The keys that sign a project's tokens. */
function createSigningKeys(
  db: Kysely<Tables>,
): Pick<ProjectRecords, "signingKeys" | "insertSigningKey" | "retireSigningKey" | "deleteSigningKey"> {
  return {
    async signingKeys(project) {
      const rows = await db
        .selectFrom("signing_keys")
        .selectAll()
        .where("project_id", "=", project)
        .orderBy("created_at", "desc")
        .orderBy("kid", "desc")
        .execute();
      return rows.map(toSigningKey);
    },
    async insertSigningKey({ project, kid, sealedKey, publicKey, createdAt, retiredAt = null }) {
      await db
        .insertInto("signing_keys")
        .values({
          project_id: project,
          kid,
          sealed_key: sealedKey,
          public_key: publicKey,
          created_at: createdAt,
          retired_at: retiredAt,
        })
        .execute();
    },
    async retireSigningKey(project, kid, retiredAt) {
      await db
        .updateTable("signing_keys")
        .set({ retired_at: retiredAt })
        .where("project_id", "=", project)
        .where("kid", "=", kid)
        .execute();
    },
    async deleteSigningKey(project, kid) {
      await db.deleteFrom("signing_keys").where("project_id", "=", project).where("kid", "=", kid).execute();
    },
  };
}

const firstRevision = 1;

/** Changes no key of another project. When and where a key was used is not written over. */
function putApiKey(db: Kysely<Tables>, key: ApiKeyRecord) {
  const row = toApiKeyRow(key);
  const { id, name, last_four, created_at, created_by, expires_at, active } = row;
  return db
    .insertInto("api_keys")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["kind", "key"])
        .doUpdateSet({ id, name, last_four, created_at, created_by, expires_at, active })
        .where("api_keys.project_id", "=", key.project),
    );
}

/** Uses may be noted out of order. */
function noteUse(db: Kysely<Tables>, { greatest }: Dialect, { kind, key, at, inBrowser, from }: KeyUse) {
  return db
    .updateTable("api_keys")
    .set((eb) => {
      const lastUsedAt = eb.fn.coalesce("last_used_at", eb.val(0));
      return {
        last_used_from: eb
          .case()
          .when(lastUsedAt, "<=", at)
          .then(from ?? null)
          .else(eb.ref("last_used_from"))
          .end(),
        last_used_at: greatest(lastUsedAt, eb.val(at)),
        seen_in_browser: greatest(eb.ref("seen_in_browser"), eb.val(Number(inBrowser))),
      };
    })
    .where("kind", "=", kind)
    .where("key", "=", key);
}

function toProject(row: ProjectRow): ProjectRecord {
  return {
    id: row.id as ProjectId,
    team: row.team_id ?? undefined,
    name: row.name,
    type: row.type as ProjectRecord["type"],
    region: row.region ?? undefined,
    createdAt: row.created_at,
    publicKeyCreatesRooms: row.public_key_creates_rooms === 1,
    tokenGeneration: row.token_generation,
    versionCreationTimeout: row.version_creation_timeout ?? false,
    allowedOrigins: JSON.parse(row.allowed_origins) as string[],
    deletesAt: row.deletes_at ?? undefined,
    description: row.description ?? undefined,
    updatedAt: row.updated_at,
    revision: row.revision,
  };
}

function toColumns(project: Omit<ProjectRecord, "revision">): Omit<ProjectRow, "id" | "revision"> {
  return {
    team_id: project.team ?? null,
    name: project.name,
    type: project.type,
    region: project.region ?? null,
    created_at: project.createdAt,
    public_key_creates_rooms: Number(project.publicKeyCreatesRooms),
    token_generation: project.tokenGeneration,
    version_creation_timeout: project.versionCreationTimeout === false ? null : project.versionCreationTimeout,
    allowed_origins: JSON.stringify(project.allowedOrigins),
    deletes_at: project.deletesAt ?? null,
    description: project.description ?? null,
    updated_at: project.updatedAt,
  };
}

function toApiKeyRow(key: ApiKeyRecord): ApiKeyRow {
  return {
    project_id: key.project,
    id: key.id,
    name: key.name,
    created_by: key.createdBy ?? null,
    last_used_at: key.lastUsedAt ?? null,
    last_used_from: key.lastUsedFrom ?? null,
    seen_in_browser: Number(key.seenInBrowser),
    kind: key.kind,
    key: key.key,
    last_four: key.lastFour,
    created_at: key.createdAt,
    expires_at: key.expiresAt ?? null,
    active: Number(key.active),
  };
}

function toApiKey(row: ApiKeyRow): ApiKeyRecord {
  return {
    project: row.project_id as ProjectId,
    id: row.id,
    name: row.name,
    createdBy: row.created_by ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
    lastUsedFrom: row.last_used_from ?? undefined,
    seenInBrowser: row.seen_in_browser === 1,
    kind: row.kind as ApiKeyRecord["kind"],
    key: row.key,
    lastFour: row.last_four,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    active: row.active === 1,
  };
}

function toSigningKey(row: SigningKeyRow): SigningKeyRecord {
  return {
    project: row.project_id as ProjectId,
    kid: row.kid,
    sealedKey: row.sealed_key,
    publicKey: row.public_key,
    createdAt: row.created_at,
    retiredAt: row.retired_at ?? undefined,
  };
}
