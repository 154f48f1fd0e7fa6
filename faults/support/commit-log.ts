import { queryDatabase } from "@weft/store/testing/postgres";
import type { Engines, ServerCluster } from "@weft/testkit/cluster";

/** Every commit of a room, as PostgreSQL saw it: what came from which node, and which node had the room. */
export interface CommitLog {
  read(): Promise<{
    /** How many commits came from each node. */
    readonly counts: ReadonlyMap<string, number>;
    /** Commits of nodes that did not have the room. */
    readonly ofOldEpochs: readonly string[];
  }>;
}

/** For the option `reach` of a cluster: PostgreSQL is told which node a connection is of. */
export async function asNamed(engines: Engines, node: string): Promise<Engines> {
  const database = new URL(engines.database);
  database.searchParams.set("application_name", node);
  return { ...engines, database: database.href };
}

/**
 * Records commits by a trigger: it runs in the statement that has tested the epoch, or has not. The row that it sees is
 * locked, so no other node takes the room before the statement is committed.
 *
 * @param cluster its nodes reach the database `asNamed`
 */
export async function watchCommits({ data }: Pick<ServerCluster, "data">): Promise<CommitLog> {
  const query = (sql: string) => queryDatabase(data.database!, sql);
  await query("create table commit_log (at bigserial primary key, node text, owner text, epoch bigint)");
  await query(`create function log_commit() returns trigger language plpgsql as $$ begin
    insert into commit_log (node, owner, epoch)
      values (current_setting('application_name'), (select name from nodes where id = new.node), new.epoch);
    return null;
  end $$`);
  await query("create trigger log_commit after update of seq on room_state for each row execute function log_commit()");
  return {
    async read() {
      const rows = await query("select node, owner, epoch from commit_log order by at");
      const counts = new Map<string, number>();
      for (const { node } of rows) counts.set(node as string, (counts.get(node as string) ?? 0) + 1);
      const isOld = ({ node, owner }: (typeof rows)[number]) => node !== owner;
      return {
        counts,
        ofOldEpochs: rows
          .filter(isOld)
          .map(({ node, owner, epoch }) => `${String(node)} wrote, in epoch ${String(epoch)} of ${String(owner)}`),
      };
    },
  };
}
