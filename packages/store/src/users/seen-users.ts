import type { ActivityBatch } from "@weft/collab";
import { dayMs } from "@weft/collab";
import type { PlatformEventKind } from "@weft/protocol";
import { sql } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import type { Statement } from "../database/engine.ts";
import { compilable, prepare } from "../database/query.ts";
import { insertRows } from "../database/repeated-inserts.ts";
import type { Tables } from "../tables/tables.ts";

/** Events that do not show that the user was in the project, or that happen for users who are erased. */
const unseen: ReadonlySet<PlatformEventKind> = new Set(["entryRefused", "limitReached", "commentReactionRemoved"]);

/** Notes in a batch of activity who was seen, when, and how they present themselves. */
export function prepareSeenUsers(dialect: Dialect): (batch: ActivityBatch) => Statement[] {
  const { sql: db, greatest } = dialect;
  const note = prepare<{ project: string; user: string; first: number; last: number }>((slot) =>
    compilable(
      db,
      sql`insert into project_users (project_id, user_id, first_seen_at, last_seen_at)
        values (${slot("project")}, ${slot("user")}, ${slot("first")}, ${slot("last")})
        on conflict (project_id, user_id) do update set
          first_seen_at = case when excluded.first_seen_at < project_users.first_seen_at
            then excluded.first_seen_at else project_users.first_seen_at end,
          last_seen_at = ${greatest(sql.ref("project_users.last_seen_at"), sql.ref("excluded.last_seen_at"))}`,
    ),
  );
  const present = prepare<ProfileColumns & { project: string; user: string }>((slot) =>
    db
      .updateTable("project_users")
      .set({ name: slot("name"), avatar: slot("avatar"), color: slot("color") })
      .where("project_id", "=", slot("project"))
      .where("user_id", "=", slot("user")),
  );
  return (batch) => {
    const seen = seenIn(batch);
    const values = batch.profiles.map(({ project, id, name = null, avatar = null, color = null }) =>
      present.bind({ project, user: id, name, avatar, color }),
    );
    return [
      ...(seen.length === 0 ? [] : [insertRows(note, seen)]),
      ...(values.length === 0 ? [] : [{ sql: present.sql, values }]),
    ];
  };
}

type ProfileColumns = Pick<Tables["project_users"], "name" | "avatar" | "color">;

function seenIn({ events, users, days }: ActivityBatch) {
  const seen = new Map<string, { project: string; user: string; first: number; last: number }>();
  const add = (project: string, user: string, at: number) => {
    const key = `${project}\n${user}`;
    const known = seen.get(key);
    const first = Math.min(at, known?.first ?? at);
    seen.set(key, { project, user, first, last: Math.max(at, known?.last ?? at) });
  };
  for (const { project, user, at, kind } of events) if (user !== null && !unseen.has(kind)) add(project, user, at);
  // Of a busy project not every event is listed, but every user is counted.
  for (const { project, id, day } of users)
    if (!seen.has(`${project}\n${id}`))
      add(project, id, days.find((one) => one.project === project && one.day === day)?.lastAt ?? day * dayMs);
  return [...seen.values()];
}
