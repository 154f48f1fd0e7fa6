import type { Engine, Flush } from "../database/engine.ts";
import type { Purpose } from "../database/purpose.ts";
import { createUnitEngine } from "../database/unit-engine.ts";
import { postgres } from "./dialect.ts";
import { openGuard } from "./guard.ts";
import { connectionConfig } from "./location.ts";
import { createPostgresReader } from "./reader.ts";
import { createPostgresWriter } from "./writer.ts";

export interface PostgresOptions {
  /** A read is given up when the database says nothing for this long, in milliseconds. */
  readonly answerMs: number;
  /** Connections for reads, at most; three more write and keep the lock. */
  readonly connections: number;
  readonly purpose: Purpose;
  readonly onFlush: (flush: Flush) => void;
}

/** @throws StoreRefused */
export async function openPostgres(url: string, options: PostgresOptions): Promise<Engine> {
  const { answerMs, connections, purpose, onFlush } = options;
  const config = connectionConfig(url);
  await using opening = new AsyncDisposableStack();
  const guard = opening.use(await openGuard(config, purpose));
  let flushes = 0;
  const reader = opening.use(createPostgresReader({ config, connections, answerMs }));
  const writer = opening.use(
    createPostgresWriter({
      config,
      guard,
      onFlush(flush) {
        flushes += 1;
        onFlush(flush);
      },
    }),
  );
  return createUnitEngine({ writer, reader, dialect: postgres, flushes: () => flushes, resources: opening.move() });
}
