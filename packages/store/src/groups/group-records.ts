import type { GroupMember, GroupRecord, GroupRecords } from "@weft/collab";
import type { GroupId } from "@weft/protocol";
import type { Kysely, Selectable } from "kysely";
import { pageOf } from "../lists/keyset.ts";
import { lockProject } from "../database/locks.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions, Write } from "../transactions/transactions.ts";

type GroupRow = Omit<Selectable<Tables["groups"]>, "project_id">;

/** Rows that one statement inserts or deletes: databases bound the parameters of a statement. */
const rowsPerStatement = 1_000;
const firstRevision = 1;

export function createGroupRecords(transactions: Transactions, db: Kysely<Tables>): GroupRecords {
  const queries = groupQueries(db);

  return {
    ...createGroupReads(db, queries),
    ...createGroupWrites(transactions, db, queries),
  };
}

function groupQueries(db: Kysely<Tables>) {
  const groups = db
    .selectFrom("groups")
    .select(["id", "organization_id", "created_at", "updated_at", "mention", "members", "revision"]);

  return { groups };
}

type GroupQueries = ReturnType<typeof groupQueries>;

/** Reads groups, and those of a user. */
function createGroupReads(
  db: Kysely<Tables>,
  { groups }: GroupQueries,
): Pick<GroupRecords, "find" | "list" | "listOfUser"> {
  return {
    async find(project, ids) {
      if (ids.length === 0) return [];
      return (await groups.where("project_id", "=", project).where("id", "in", ids).execute()).map(toGroup);
    },

    async list(project, { limit, after }) {
      const page = { limit, after: after && ([after.createdAt, after.id] as const) };
      const query = groups.where("project_id", "=", project);
      return (await pageOf(query, ["created_at", "id"], page).execute()).map(toGroup);
    },

    async listOfUser(project, userId, { limit, after }) {
      const query = db
        .selectFrom("group_members as found")
        .innerJoin("groups as g", (join) =>
          join.onRef("g.project_id", "=", "found.project_id").onRef("g.id", "=", "found.group_id"),
        )
        .select(["g.id", "g.organization_id", "g.created_at", "g.updated_at", "g.mention", "g.members", "g.revision"])
        .where("found.project_id", "=", project)
        .where("found.user_id", "=", userId);
      const page = { limit, after: after && ([after.createdAt, after.id] as const) };
      return (await pageOf(query, ["found.created_at", "found.group_id"], page).execute()).map(toGroup);
    },
  };
}

/** Writes groups, with the rows by which a user's groups are found. */
function createGroupWrites(
  { done, write }: Transactions,
  db: Kysely<Tables>,
  { groups }: GroupQueries,
): Pick<GroupRecords, "insert" | "update" | "delete"> {
  /** The rows by which a user's groups are found. */
  function index(project: string, group: Pick<GroupRecord, "id" | "createdAt">, users: readonly string[]): Write[] {
    const { id, createdAt } = group;
    const toRow = (user_id: string) => ({
      project_id: project,
      user_id,
      created_at: createdAt,
      group_id: id as string,
    });
    return [...chunks(users)].map((some) => db.insertInto("group_members").values(some.map(toRow)));
  }

  function unindex(project: string, id: GroupId, users: readonly string[]): Write[] {
    const rows = db.deleteFrom("group_members").where("project_id", "=", project).where("group_id", "=", id);
    return [...chunks(users)].map((some) => rows.where("user_id", "in", some));
  }

  return {
    async insert(project, group, most) {
      const { id, organizationId, createdAt, updatedAt, mention, members } = group;
      const outcome = await write([
        lockProject(project),
        [
          db
            .insertInto("groups")
            .columns([
              "project_id",
              "id",
              "organization_id",
              "created_at",
              "updated_at",
              "mention",
              "members",
              "revision",
            ])
            .expression(
              db
                .selectNoFrom((eb) => [
                  eb.val(project as string).as("project_id"),
                  eb.val(id as string).as("id"),
                  eb.val(organizationId).as("organization_id"),
                  eb.val(createdAt).as("created_at"),
                  eb.val(updatedAt).as("updated_at"),
                  eb.val(Number(mention)).as("mention"),
                  eb.val(toText(members)).as("members"),
                  eb.val(firstRevision).as("revision"),
                ])
                .where((eb) =>
                  eb(
                    eb
                      .selectFrom("groups as others")
                      .select((of) => of.fn.countAll<number>().as("count"))
                      .where("others.project_id", "=", project),
                    "<",
                    most,
                  ),
                ),
            )
            .onConflict((conflict) => conflict.columns(["project_id", "id"]).doNothing()),
          1,
        ],
        ...index(
          project,
          group,
          members.map((member) => member.id),
        ),
      ]);
      if (outcome.kind === "done") return "inserted";
      const taken = await groups.where("project_id", "=", project).where("id", "=", id).executeTakeFirst();
      return taken === undefined ? "full" : "taken";
    },

    update(project, change) {
      const { id, revision, updatedAt, members, added, removed } = change;
      return done([
        [
          db
            .updateTable("groups")
            .set({ members: toText(members), updated_at: updatedAt, revision: revision + 1 })
            .where("project_id", "=", project)
            .where("id", "=", id)
            .where("revision", "=", revision),
          1,
        ],
        ...unindex(project, id, removed),
        ...index(project, change, added),
      ]);
    },

    async delete(project, ids) {
      if (ids.length === 0) return;
      await write([
        // First, as a change of members does: nothing is added to a group that is being deleted.
        db
          .updateTable("groups")
          .set((eb) => ({ revision: eb("revision", "+", 1) }))
          .where("project_id", "=", project)
          .where("id", "in", ids),
        db.deleteFrom("group_members").where("project_id", "=", project).where("group_id", "in", ids),
        db.deleteFrom("groups").where("project_id", "=", project).where("id", "in", ids),
      ]);
    },
  };
}

function* chunks(users: readonly string[]): Iterable<readonly string[]> {
  for (let at = 0; at < users.length; at += rowsPerStatement) yield users.slice(at, at + rowsPerStatement);
}

function toGroup(row: GroupRow): GroupRecord {
  return {
    id: row.id as GroupId,
    organizationId: row.organization_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    mention: row.mention === 1,
    members: (JSON.parse(row.members) as [string, number][]).map(([id, addedAt]) => ({ id, addedAt })),
    revision: row.revision,
  };
}

function toText(members: readonly GroupMember[]): string {
  return JSON.stringify(members.map(({ id, addedAt }) => [id, addedAt]));
}
