import type { CopilotRecords, CopilotVersionEntry, VersionAuthor, VersionsToKeep } from "@weft/collab";
import type { CopilotConfiguration, CopilotId, ProjectId } from "@weft/protocol";
import type { Kysely, Selectable } from "kysely";
import type { Tables } from "../tables/tables.ts";

type VersionRow = Selectable<Tables["copilot_versions"]>;

/** Reads the versions of copilots. */
export function createVersionReads(db: Kysely<Tables>): Pick<CopilotRecords, "versions" | "version"> {
  const versionsOf = (project: ProjectId, id: CopilotId) =>
    db
      .selectFrom("copilot_versions")
      .where("project_id", "=", project)
      .where("copilot_id", "=", id)
      .orderBy("revision", "desc");
  return {
    async versions(project, id) {
      const rows = await versionsOf(project, id)
        .select(["revision", "created_at", "changed_by", "account_id", "changed"])
        .execute();
      return rows.map(toEntry);
    },
    async version(project, id, revision) {
      const newest = versionsOf(project, id).selectAll().limit(1);
      const row = await (revision === undefined ? newest : newest.where("revision", "=", revision)).executeTakeFirst();
      return row && { ...toEntry(row), configuration: JSON.parse(row.configuration) as CopilotConfiguration };
    },
  };
}

/** Adds versions of a copilot and deletes the oldest, in the transaction of its change. */
export function versionWrites(db: Kysely<Tables>, project: ProjectId, id: CopilotId, kept: VersionsToKeep | undefined) {
  if (kept === undefined || kept.versions.length === 0) return [];
  const rows = kept.versions.map(({ revision, createdAt, by, changed, configuration }): VersionRow => ({
    project_id: project,
    copilot_id: id,
    revision,
    created_at: createdAt,
    changed_by: by.kind,
    account_id: by.kind === "member" ? by.account : null,
    changed: JSON.stringify(changed),
    configuration: JSON.stringify(configuration),
  }));
  const oldest = db
    .selectFrom("copilot_versions as newer")
    .select("newer.revision")
    .where("newer.project_id", "=", project)
    .where("newer.copilot_id", "=", id)
    .orderBy("newer.revision", "desc")
    .offset(kept.most)
    .limit(1);
  return [
    db.insertInto("copilot_versions").values(rows),
    db
      .deleteFrom("copilot_versions")
      .where("project_id", "=", project)
      .where("copilot_id", "=", id)
      .where("revision", "<=", oldest),
  ];
}

function toEntry(row: Omit<VersionRow, "project_id" | "copilot_id" | "configuration">): CopilotVersionEntry {
  return {
    revision: row.revision,
    createdAt: row.created_at,
    by: authorOf(row),
    changed: JSON.parse(row.changed) as (keyof CopilotConfiguration)[],
  };
}

function authorOf({ changed_by, account_id }: Pick<VersionRow, "changed_by" | "account_id">): VersionAuthor {
  if (changed_by === "member" && account_id !== null) return { kind: "member", account: account_id };
  return { kind: changed_by === "api" ? "api" : "unknown" };
}
