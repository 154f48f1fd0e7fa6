import type { AccountRecords, ApiKeyRecord, AuditRecord, ProjectRecord, SigningKeyRecord } from "@weft/collab";
import type { ProjectId } from "@weft/protocol";
import { sql } from "kysely";
import type { Selectable } from "kysely";
import { insertEntry } from "./audit-records.ts";
import type { Dialect } from "./dialect.ts";
import type { Engine, Statement } from "./engine.ts";
import { doomExports, exportsIn } from "./export-records.ts";
import { prepare } from "./query.ts";
import type { Prepared, SqlValue } from "./query.ts";
import type { Tables } from "./tables.ts";

type ProjectRow = Selectable<Tables["projects"]>;
type ApiKeyRow = Selectable<Tables["api_keys"]>;
type SigningKeyRow = Selectable<Tables["signing_keys"]>;

export function createAccountRecords(engine: Engine, dialect: Dialect): AccountRecords {
  const queries = prepareQueries(dialect);
  const read = async <Args, Row extends object>(query: Prepared<Args, Row>, args: Args) =>
    engine.read<Row>(query.sql, query.bind(args));
  const write = async <Args>(
    query: Prepared<Args, unknown>,
    args: Args,
    expect?: number,
    entries: readonly AuditRecord[] = [],
  ) => engine.write([{ sql: query.sql, values: [query.bind(args)], expect }, ...entries.map(told)]);
  const told = (entry: AuditRecord): Statement => {
    const { sql: text, parameters } = insertEntry(dialect.sql, entry).compile();
    return { sql: text, values: [parameters as readonly SqlValue[]] };
  };

  return {
    async projects() {
      return (await read(queries.projects, {})).map(toProject);
    },
    async project(id) {
      const [row] = await read(queries.project, { id });
      return row && toProject(row);
    },
    async projectsOf(team) {
      return (await read(queries.projectsOf, { team })).map(toProject);
    },
    async moveProject(id, from, to, entries) {
      return (await write(queries.moveProject, { id, from, to }, 1, entries)).kind === "done";
    },
    async deleteProject(project, entries = []) {
      const statements = queries.deleteProject.map((query) => ({ sql: query.sql, values: [query.bind({ project })] }));
      await engine.write([...statements, ...entries.map(told)]);
    },
    async putProject(project, entries) {
      const row = {
        id: project.id,
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
      };
      await write(queries.putProject, row, undefined, entries);
    },
    async apiKey(kind, key) {
      const [row] = await read(queries.apiKey, { kind, key });
      return row && toApiKey(row);
    },
    async apiKeys(project) {
      return (await read(queries.apiKeys, { project })).map(toApiKey);
    },
    async putApiKey(key, entries = [], earlier) {
      const query = queries.putApiKey;
      const values = [key, ...(earlier === undefined ? [] : [earlier])].map((each) => query.bind(toApiKeyRow(each)));
      const outcome = await engine.write([{ sql: query.sql, values, expect: values.length }, ...entries.map(told)]);
      if (outcome.kind === "unmet") throw new Error("The key belongs to another project.");
    },
    async noteUses(uses) {
      if (uses.length === 0) return;
      const values = uses.map(({ kind, key, at, inBrowser, from }) =>
        queries.noteUse.bind({ kind, key, at, inBrowser: Number(inBrowser), from: from ?? null }),
      );
      await engine.write([{ sql: queries.noteUse.sql, values }]);
    },
    async signingKeys(project) {
      return (await read(queries.signingKeys, { project })).map(toSigningKey);
    },
    async putSigningKey(key) {
      await write(queries.putSigningKey, {
        project_id: key.project,
        kid: key.kid,
        sealed_key: key.sealedKey,
        public_key: key.publicKey,
        created_at: key.createdAt,
        retired_at: key.retiredAt ?? null,
      });
    },
    async deleteSigningKey(project, kid) {
      await write(queries.deleteSigningKey, { project, kid });
    },
  };
}

function prepareQueries({ sql: db }: Dialect) {
  return {
    projects: prepare<object, ProjectRow>(() =>
      db.selectFrom("projects").selectAll().orderBy("created_at").orderBy("id"),
    ),
    projectsOf: prepare<{ team: string }, ProjectRow>((slot) =>
      db.selectFrom("projects").selectAll().where("team_id", "=", slot("team")).orderBy("created_at").orderBy("id"),
    ),
    moveProject: prepare<{ id: string; from: string; to: string }>((slot) =>
      db
        .updateTable("projects")
        .set({ team_id: slot("to") })
        .where("id", "=", slot("id"))
        .where("team_id", "=", slot("from"))
        .where((eb) => eb.exists(eb.selectFrom("teams").select("teams.id").where("teams.id", "=", slot("to")))),
    ),
    deleteProject: [
      prepare<{ project: string }>((slot) => doomExports(db, exportsIn(db).where("project_id", "=", slot("project")))),
      prepare<{ project: string }>((slot) =>
        db.deleteFrom("project_exports").where("project_id", "=", slot("project")),
      ),
      prepare<{ project: string }>((slot) => db.deleteFrom("api_keys").where("project_id", "=", slot("project"))),
      prepare<{ project: string }>((slot) => db.deleteFrom("signing_keys").where("project_id", "=", slot("project"))),
      prepare<{ project: string }>((slot) => db.deleteFrom("retired_rooms").where("project_id", "=", slot("project"))),
      prepare<{ project: string }>((slot) => db.deleteFrom("projects").where("id", "=", slot("project"))),
    ],
    project: prepare<{ id: string }, ProjectRow>((slot) =>
      db.selectFrom("projects").selectAll().where("id", "=", slot("id")),
    ),
    putProject: prepare<ProjectRow>((slot) => {
      const values = {
        team_id: slot("team_id"),
        name: slot("name"),
        type: slot("type"),
        region: slot("region"),
        created_at: slot("created_at"),
        public_key_creates_rooms: slot("public_key_creates_rooms"),
        token_generation: slot("token_generation"),
        version_creation_timeout: slot("version_creation_timeout"),
        allowed_origins: slot("allowed_origins"),
        deletes_at: slot("deletes_at"),
      };
      return db
        .insertInto("projects")
        .values({ id: slot("id"), ...values })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(values));
    }),
    apiKey: prepare<{ kind: string; key: string }, ApiKeyRow>((slot) =>
      db.selectFrom("api_keys").selectAll().where("kind", "=", slot("kind")).where("key", "=", slot("key")),
    ),
    apiKeys: prepare<{ project: string }, ApiKeyRow>((slot) =>
      db
        .selectFrom("api_keys")
        .selectAll()
        .where("project_id", "=", slot("project"))
        .orderBy("created_at", "desc")
        .orderBy("key", "desc"),
    ),
    putApiKey: prepare<ApiKeyRow>((slot) => {
      const values = {
        id: slot("id"),
        name: slot("name"),
        last_four: slot("last_four"),
        created_at: slot("created_at"),
        created_by: slot("created_by"),
        expires_at: slot("expires_at"),
        active: slot("active"),
      };
      const uses = {
        last_used_at: slot("last_used_at"),
        last_used_from: slot("last_used_from"),
        seen_in_browser: slot("seen_in_browser"),
      };
      return db
        .insertInto("api_keys")
        .values({ project_id: slot("project_id"), kind: slot("kind"), key: slot("key"), ...values, ...uses })
        .onConflict((conflict) =>
          conflict.columns(["kind", "key"]).doUpdateSet(values).where("api_keys.project_id", "=", slot("project_id")),
        );
    }),
    noteUse: prepare<{ kind: string; key: string; at: number; inBrowser: number; from: string | null }>((slot) =>
      db
        .updateTable("api_keys")
        .set((eb) => ({
          last_used_from: sql<
            string | null
          >`iif(${slot("at")} >= coalesce(${eb.ref("last_used_at")}, 0), ${slot("from")}, ${eb.ref("last_used_from")})`,
          last_used_at: sql<number>`max(coalesce(${eb.ref("last_used_at")}, 0), ${slot("at")})`,
          seen_in_browser: sql<number>`max(${eb.ref("seen_in_browser")}, ${slot("inBrowser")})`,
        }))
        .where("kind", "=", slot("kind"))
        .where("key", "=", slot("key")),
    ),
    signingKeys: prepare<{ project: string }, SigningKeyRow>((slot) =>
      db
        .selectFrom("signing_keys")
        .selectAll()
        .where("project_id", "=", slot("project"))
        .orderBy("created_at", "desc")
        .orderBy("kid", "desc"),
    ),
    putSigningKey: prepare<SigningKeyRow>((slot) => {
      const values = {
        sealed_key: slot("sealed_key"),
        public_key: slot("public_key"),
        created_at: slot("created_at"),
        retired_at: slot("retired_at"),
      };
      return db
        .insertInto("signing_keys")
        .values({ project_id: slot("project_id"), kid: slot("kid"), ...values })
        .onConflict((conflict) => conflict.columns(["project_id", "kid"]).doUpdateSet(values));
    }),
    deleteSigningKey: prepare<{ project: string; kid: string }>((slot) =>
      db.deleteFrom("signing_keys").where("project_id", "=", slot("project")).where("kid", "=", slot("kid")),
    ),
  };
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
