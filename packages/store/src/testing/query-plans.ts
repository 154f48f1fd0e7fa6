import type { Engine } from "../database/engine.ts";

/** What one query did: how it found its rows, and how many of them. */
export interface QueryPlan {
  /** Steps that no list takes: reading a whole table, joining two whole sets. */
  readonly scans: readonly string[];
  /** Rows that were read from tables and indexes, those that tests threw away included. */
  readonly rowsRead: number;
  readonly rowsSorted: number;
}

/** An engine that notes how it finds the rows of each query that it reads. */
export function explain(
  engine: Engine,
  database: string,
): { readonly plans: QueryPlan[]; readonly explaining: Engine } {
  const plans: QueryPlan[] = [];
  const explaining = {
    async read(sql: string, values: never) {
      plans.push(database === "SQLite" ? await planOfSqlite(engine, sql, values) : await measure(engine, sql, values));
      return engine.read(sql, values);
    },
  } as unknown as Engine;
  return { plans, explaining };
}

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Join Filter"?: number;
  readonly Plans?: readonly PlanNode[];
}

async function measure(engine: Engine, sql: string, values: never): Promise<QueryPlan> {
  const [row] = await engine.read<{ "QUERY PLAN": readonly [{ Plan: PlanNode }] }>(
    `explain (analyze, format json) ${sql}`,
    values,
  );
  const scans: string[] = [];
  let rowsRead = 0;
  let rowsSorted = 0;
  const visit = (node: PlanNode): number => {
    const type = node["Node Type"];
    const rows = node["Actual Rows"] * node["Actual Loops"];
    if (/^(Seq Scan|Bitmap|Hash Join|Merge Join)/.test(type))
      scans.push(`${type} ${node["Relation Name"] ?? ""}`.trim());
    const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Join Filter"] ?? 0);
    if (type.includes("Scan") && node["Relation Name"] !== undefined) rowsRead += rows;
    rowsRead += removed * node["Actual Loops"];
    const below = (node.Plans ?? []).map(visit);
    if (type.endsWith("Sort")) rowsSorted += below[0] ?? 0;
    return rows;
  };
  for (const { Plan: plan } of row?.["QUERY PLAN"] ?? []) visit(plan);
  return { scans, rowsRead, rowsSorted };
}

/** SQLite says which way it takes, and not how far. */
async function planOfSqlite(engine: Engine, sql: string, values: never): Promise<QueryPlan> {
  const steps = await engine.read<{ detail: string }>(`explain query plan ${sql}`, values);
  const details = steps.map(({ detail }) => detail);
  const made = new Set(details.flatMap((detail) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)/.exec(detail)?.[1] ?? []));
  const scans = details.filter((detail, at) => {
    const [, table = "CONSTANT"] = /^SCAN (\w+)/.exec(detail) ?? [];
    const sortsTable = detail.startsWith("USE TEMP B-TREE") && details[at - 1]?.startsWith("SEARCH");
    return sortsTable || detail.includes("AUTOMATIC") || (table !== "CONSTANT" && !made.has(table));
  });
  return { scans, rowsRead: 0, rowsSorted: 0 };
}
