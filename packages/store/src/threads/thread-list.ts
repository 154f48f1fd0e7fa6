import type { MetadataCondition, ThreadFilter, ThreadRecords } from "@weft/collab";
import { sql } from "kysely";
import type { Expression, SqlBool } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import type { Engine } from "../database/engine.ts";
import { createIndexedList } from "../lists/indexed-list.ts";
import type { Found, IndexTable, Match } from "../lists/indexed-list.ts";
import type { ListOrder } from "../lists/keyset.ts";
import { storedValue } from "./thread-rows.ts";
import type { ThreadRow } from "./thread-rows.ts";
import { threadColumns } from "./thread-rows.ts";

const metadataIndex: IndexTable = {
  table: "thread_metadata",
  key: "thread_key",
  position: ["created_at", "thread_id"],
};

type ThreadPage = Parameters<ThreadRecords["list"]>[2];

/** Pages of a room's threads: by metadata of equal value, and by conditions on the rest. */
export function createThreadList(
  engine: Engine,
  dialect: Dialect,
  order: ListOrder = "oldestFirst",
): (project: string, roomKey: number, filter: ThreadFilter, page: ThreadPage) => Promise<Found<ThreadRow>> {
  const list = createIndexedList<ThreadRow>(engine, dialect, {
    table: "threads",
    key: "key",
    position: ["created_at", "id"],
    columns: threadColumns,
    order,
  });
  return async (project, roomKey, filter, { limit, after, lookAt }) => {
    if (filter.visibilities.length === 0) return { rows: [], next: undefined };
    const { matches, others } = matchesOf(filter, metadataIndex);
    const conditions = threadConditions(project, roomKey, { ...filter, metadata: others });
    return list(
      { scope: { project_id: project, room_key: roomKey }, matches, conditions },
      { limit, after: after && [after.createdAt, after.id], lookAt },
    );
  };
}

/** The conditions on metadata that an index finds, and the others. */
export function matchesOf({ metadata }: Pick<ThreadFilter, "metadata">, index: IndexTable) {
  const { true: pairs = [], false: others = [] } = Object.groupBy(metadata, (one) => `${isPair(one)}` as const);
  const matches = pairs.map(({ key, value }): Match => ({ index, anyOf: [{ name: key, value: storedValue(value!) }] }));
  return { matches, others };
}

/** Whether the condition is met by one value alone. */
const isPair = ({ operator, value }: MetadataCondition) => operator === ":" && value !== null;

/** A filter as conditions on a thread, which is named `item`. At least one visibility is in it. */
export function threadConditions(
  project: string,
  roomKey: number,
  { resolved, visibilities, subscribed, metadata }: ThreadFilter,
): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = metadata.map(holds);
  if (resolved !== undefined) conditions.push(sql`${sql.ref("item.resolved")} = ${Number(resolved)}`);
  if (visibilities.length === 1) conditions.push(sql`${sql.ref("item.visibility")} = ${visibilities[0]}`);
  if (subscribed !== undefined) conditions.push(isSubscribed(project, roomKey, subscribed));
  return conditions;
}

function isSubscribed(
  project: string,
  roomKey: number,
  { userId, is }: NonNullable<ThreadFilter["subscribed"]>,
): Expression<SqlBool> {
  const found = sql`exists (select 1 from thread_subscriptions as own where own.project_id = ${project}
    and own.room_key = ${roomKey} and own.thread_id = ${sql.ref("item.id")} and own.user_id = ${userId}
    and own.subscribed = 1 limit 1 offset 0)`;
  return is ? sql<SqlBool>`${found}` : sql<SqlBool>`not ${found}`;
}

/** Whether the thread has an entry in this relation, found by the thread. */
function holds(condition: MetadataCondition): Expression<SqlBool> {
  const found = (test: Expression<unknown>) =>
    sql`exists (select 1 from thread_metadata as entry where entry.thread_key = ${sql.ref("item.key")}
      and entry.name = ${condition.key} ${test} limit 1 offset 0)`;
  switch (condition.operator) {
    case ":":
      if (condition.value === null) return sql<SqlBool>`not ${found(sql``)}`;
      return sql<SqlBool>`${found(sql`and entry.value = ${storedValue(condition.value)}`)}`;
    case "^": {
      const prefix = storedValue(condition.value);
      return sql<SqlBool>`${found(sql`and substr(entry.value, 1, ${Array.from(prefix).length}) = ${prefix}`)}`;
    }
    default:
      return sql<SqlBool>`${found(sql`and entry.number ${sql.raw(condition.operator)} ${condition.value}`)}`;
  }
}
