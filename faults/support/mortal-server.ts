import { openTestData, spawnServer } from "@weft/testkit";
import type { ServerProcess, ServerProcessOptions, TestData, TestDatabase } from "@weft/testkit";

/** A server that dies and comes back: another process each time, on the same data and the same port. */
export interface MortalServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly publicKey: string;
  readonly secretKey: string;
  readonly data: TestData;
  /** The process that runs now, or ran last. */
  readonly process: ServerProcess;
  /** Starts the next process, when the last has ended. */
  restart(): Promise<void>;
}

type ProcessOptions = Omit<ServerProcessOptions, "data" | "database" | "port">;

/**
 * @param options what each process is started with; asked anew every time
 * @param database the one that `WEFT_TEST_DATABASE` names, by default
 */
export async function openMortalServer(
  options: (data: TestData) => ProcessOptions | Promise<ProcessOptions>,
  database?: TestDatabase,
): Promise<MortalServer> {
  await using stack = new AsyncDisposableStack();
  const data = stack.use(await openTestData(database));
  let current = await spawnServer({ ...(await options(data)), data });
  stack.defer(() => current[Symbol.asyncDispose]());
  const { port, url, publicKey, secretKey } = current;
  const held = stack.move();
  return {
    url,
    port,
    publicKey,
    secretKey,
    data,
    get process() {
      return current;
    },
    async restart() {
      await current.ended;
      current = await spawnServer({ ...(await options(data)), data, port });
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
