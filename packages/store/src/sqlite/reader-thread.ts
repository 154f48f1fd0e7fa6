import { Worker } from "node:worker_threads";
import type { DocumentRow, RoomKey } from "@weft/room/ports";
import { StoreUnavailable } from "../errors.ts";
import type { FromReader, ToReader } from "./reader.ts";

/** The main thread's side of `reader.ts`. The thread is started anew for the next room if it died. */
export interface ReaderThread extends AsyncDisposable {
  nodes(room: RoomKey, pieceBytes: number): AsyncIterable<Uint8Array>;
  documentRows(room: RoomKey, guid: string): AsyncIterable<DocumentRow>;
}

export function createReaderThread(path: string): ReaderThread {
  return new WorkerReader(path);
}

type Request = ToReader extends infer R ? (R extends ToReader ? Omit<R, "id"> : never) : never;
type Load = { readonly arrived: FromReader[]; wake: () => void };

class WorkerReader implements ReaderThread {
  readonly #path: string;
  readonly #loads = new Map<number, Load>();
  #worker: Worker | undefined;
  #lastId = 0;
  #closed = false;

  constructor(path: string) {
    this.#path = path;
    // Now rather than with the first room, which would wait for it.
    this.#start().unref();
  }

  async *nodes({ project, key }: RoomKey, pieceBytes: number): AsyncIterable<Uint8Array> {
    for await (const answer of this.#ask({ type: "nodes", project, key, pieceBytes }))
      if (answer.type === "piece") yield answer.piece;
  }

  async *documentRows({ project, key }: RoomKey, guid: string): AsyncIterable<DocumentRow> {
    for await (const answer of this.#ask({ type: "rows", project, key, guid }))
      if (answer.type === "row") yield answer.row;
  }

  async *#ask(request: Request): AsyncIterable<FromReader> {
    if (this.#closed) throw new StoreUnavailable("The store is closed.");
    const id = ++this.#lastId;
    const load: Load = { arrived: [], wake: () => {} };
    this.#loads.set(id, load);
    try {
      const worker = this.#start();
      worker.ref();
      worker.postMessage({ id, ...request } satisfies ToReader);
      for (;;) {
        for (const message of load.arrived.splice(0)) {
          if (message.type === "end") return;
          if (message.type === "failed") throw new StoreUnavailable(message.message);
          yield message;
        }
        if (load.arrived.length > 0) continue;
        await new Promise<void>((resolve) => (load.wake = resolve));
      }
    } finally {
      this.#loads.delete(id);
      if (this.#loads.size === 0) this.#worker?.unref();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
    this.#failAll("The store is closed.");
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL("./reader.ts", import.meta.url), { workerData: this.#path, execArgv: [] });
    worker.on("message", (message: FromReader) => this.#deliver(message));
    worker.on("error", () => {});
    worker.on("exit", () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#failAll("The reader stopped.");
    });
    this.#worker = worker;
    return worker;
  }

  #deliver(message: FromReader): void {
    // Nobody waits for the pieces of a load that was given up.
    const load = this.#loads.get(message.id);
    if (!load) return;
    load.arrived.push(message);
    load.wake();
  }

  #failAll(message: string): void {
    for (const id of this.#loads.keys()) this.#deliver({ id, type: "failed", message });
  }
}
