import type { Signals } from "@weft/collab";
import { createStore, openDatabase } from "../open.ts";
import type { Store } from "../open.ts";
import { openSharedEngine } from "./two-engines.ts";

export interface Stores<Processes extends readonly Signals[]> extends AsyncDisposable {
  /** One for each process. */
  readonly stores: { readonly [P in keyof Processes]: Store };
}

/** The stores of processes that tell each other of changes, over one database: in memory, or the PostgreSQL database at `url`. */
export async function openStores<const Processes extends readonly Signals[]>(
  processes: Processes,
  url?: string,
): Promise<Stores<Processes>> {
  const engines = new AsyncDisposableStack();
  const inMemory = url === undefined ? await openDatabase("sqlite::memory:", "serve") : undefined;
  if (inMemory !== undefined) engines.use(inMemory.engine);
  const stores = processes.map((signals) => {
    if (inMemory !== undefined) return createStore(inMemory, { signals });
    const database = openSharedEngine(url!);
    engines.use(database.engine);
    return createStore(database, { signals });
  });
  return {
    stores: stores as never,
    [Symbol.asyncDispose]: () => engines.disposeAsync(),
  };
}
