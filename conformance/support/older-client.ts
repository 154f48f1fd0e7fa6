/**
 * A client of the first generation of the official SDK, in a thread of its own: the SDK throws "Multiple copies" where two
 * of its versions are loaded in one.
 */
import { Worker } from "node:worker_threads";
import type { JsonObject } from "@liveblocks/client";

/** What its thread is asked to do, and answers. */
export interface OlderRequests {
  /** Sets these members of its presence. */
  present(patch: JsonObject): void;
  broadcast(event: JsonObject): void;
  /** Edits its Storage: `shared` is `{ list: LiveList, map: LiveMap, object: LiveObject }`. */
  push(item: string): void;
  setInMap(key: string, value: number): void;
  setInObject(key: string, value: number): void;
  move(from: number, to: number): void;
  undo(): void;
  state(): OlderState;
  leave(): void;
}

export interface OlderState {
  readonly status: string;
  readonly connectionId: number | undefined;
  readonly others: readonly {
    readonly connectionId: number;
    readonly id: string | undefined;
    readonly presence: JsonObject;
  }[];
  readonly storage: unknown;
  readonly events: readonly JsonObject[];
  readonly errors: readonly string[];
}

export interface OlderClientOptions {
  readonly baseUrl: string;
  readonly roomId: string;
  readonly token: string;
  readonly presence: JsonObject;
}

type Answer = { readonly id: number } & ({ readonly value: unknown } | { readonly failure: string });

export interface OlderClient extends AsyncDisposable {
  ask<N extends keyof OlderRequests>(
    name: N,
    ...args: Parameters<OlderRequests[N]>
  ): Promise<ReturnType<OlderRequests[N]>>;
}

export function openOlderClient(options: OlderClientOptions): OlderClient {
  const worker = new Worker(new URL("older-client-thread.ts", import.meta.url), { workerData: options });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const failAll = (error: Error) => {
    for (const each of waiting.values()) each.reject(error);
    waiting.clear();
  };
  worker.on("message", (answer: Answer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ("failure" in answer) asked?.reject(new Error(answer.failure));
    else asked?.resolve(answer.value);
  });
  worker.on("error", failAll);
  worker.on("exit", () => failAll(new Error("The thread of the older client has ended.")));
  let asked = 0;
  return {
    ask(name, ...args) {
      const id = asked++;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(id, answer);
      worker.postMessage({ id, name, args });
      return answer.promise as never;
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}
