import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** The users of projects with the times at which they were seen, and their erasures. */
export const users: Migration = {
  version: 15,
  statements({ sql: { schema }, columns: { text, integer, instant }, clustered }) {
    const steps = [
      schema
        .createTable("project_users")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("user_id", text, (c) => c.notNull())
        .addColumn("first_seen_at", instant, (c) => c.notNull())
        .addColumn("last_seen_at", instant, (c) => c.notNull())
        .addPrimaryKeyConstraint("project_users_primary", ["project_id", "user_id"])
        .modifyEnd(clustered),
      schema
        .createIndex("project_users_last_seen")
        .on("project_users")
        .columns(["project_id", "last_seen_at", "user_id"]),

      schema
        .createTable("user_erasures")
        .addColumn("project_id", text, (c) => c.notNull())
        .addColumn("id", text, (c) => c.notNull())
        // Null once the user is erased.
        .addColumn("user_id", text)
        // The account that asked for it.
        .addColumn("requested_by", text, (c) => c.notNull())
        .addColumn("requested_at", instant, (c) => c.notNull())
        .addColumn("state", text, (c) => c.notNull())
        .addColumn("rounds", integer, (c) => c.notNull())
        .addColumn("steps_done", integer, (c) => c.notNull())
        .addColumn("steps_total", integer, (c) => c.notNull())
        .addColumn("finished_at", instant)
        .addColumn("failure", text)
        .addPrimaryKeyConstraint("user_erasures_primary", ["project_id", "id"])
        .modifyEnd(clustered),
      // One erasure of a user at a time.
      schema
        .createIndex("user_erasures_of_user")
        .on("user_erasures")
        .columns(["project_id", "user_id"])
        .unique()
        .where(sql<boolean>`user_id is not null and state in ('waiting', 'running')`),
      schema.createIndex("user_erasures_by_age").on("user_erasures").columns(["project_id", "requested_at", "id"]),
    ];
    return [...steps.map((step) => step.compile().sql), knownUsers];
  },
};

/** The number of the first day of a month such as `2026-11`, counted from 1970-01-01. */
const firstDay = `(365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 - 719468)`;

/** Users from before they were listed: from logs, as far as these are kept, from comments, and from counts by day and by month. */
const knownUsers = `insert into project_users (project_id, user_id, first_seen_at, last_seen_at)
  select project_id, user_id, min(first_at), max(last_at) from (
    select project_id, user_id, min(at) as first_at, max(at) as last_at from events
      where user_id is not null and kind not in ('entryRefused', 'limitReached', 'commentReactionRemoved')
      group by project_id, user_id
    union all
    select project_id, user_id, min(created_at), max(created_at) from comments group by project_id, user_id
    union all
    select project_id, user_id, cast(min(day) as bigint) * 86400000, cast(max(day) as bigint) * 86400000 from active_users
      group by project_id, user_id
    union all
    select project_id, user_id, min(day) * 86400000, max(day) * 86400000 from (
      select project_id, user_id, cast(${firstDay} as bigint) as day from (
        select project_id, user_id, (n + 9) % 12 as m, case when n <= 2 then year - 1 else year end as y from (
          select project_id, user_id, cast(substr(month, 1, 4) as integer) as year, cast(substr(month, 6, 2) as integer) as n
            from monthly_users) as months) as counted) as first_days
      group by project_id, user_id
  ) as seen
  where project_id in (select id from projects)
  group by project_id, user_id`;
