import type { NodeRecords } from "@weft/cluster/ports";
import type { Engine, Flush } from "../database/engine.ts";
import type { Purpose } from "../database/purpose.ts";
import { createUnitEngine } from "../database/unit-engine.ts";
import { refuseUnstorableText } from "../database/unstorable-text.ts";
import { postgres } from "./dialect.ts";
import { openGuard } from "./guard.ts";
import { connectionConfig } from "./location.ts";
import { openMembership } from "./membership.ts";
import type { MembershipOptions } from "./membership.ts";
import { createNodeRecords } from "./node-records.ts";
import { createPostgresReader } from "./reader.ts";
import { createPostgresWriter } from "./writer.ts";

export interface PostgresOptions {
  /** A read is given up when the database says nothing for this long, in milliseconds. */
  readonly answerMs: number;
  /** Connections for reads, at most; three more write and keep the lock. */
  readonly connections: number;
  readonly purpose: Purpose;
  /** Serves the database as a node of a cluster, together with others. */
  readonly member?: Omit<MembershipOptions, "config">;
  readonly onFlush: (flush: Flush) => void;
}

export interface OpenedPostgres {
  readonly engine: Engine;
  readonly clusterNodes: NodeRecords | undefined;
}

/** @throws StoreRefused */
export async function openPostgres(url: string, options: PostgresOptions): Promise<OpenedPostgres> {
  const { answerMs, connections, purpose, member, onFlush } = options;
  const config = connectionConfig(url);
  await using opening = new AsyncDisposableStack();
  const membership = member && opening.use(await openMembership({ config, ...member }));
  const guard = membership ?? opening.use(await openGuard(config, purpose));
  let flushes = 0;
  const mayBePooled = member !== undefined;
  const reader = opening.use(createPostgresReader({ config, connections, answerMs, mayBePooled }));
  const writer = opening.use(
    createPostgresWriter({
      config,
      guard,
      node: member?.node,
      ...(member && { idleMs: member.leaseMs }),
      onFlush(flush) {
        flushes += 1;
        onFlush(flush);
      },
    }),
  );
  const parts = { writer, reader, dialect: postgres, flushes: () => flushes, resources: opening.move() };
  const engine = createUnitEngine(parts);
  return { engine, clusterNodes: membership && createNodeRecords(membership, refuseUnstorableText(engine)) };
}
