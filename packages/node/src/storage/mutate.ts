/**
 * Edits the Storage of a room from a back end: loads it once, applies edits to it as a client does, and sends them while the
 * callback runs. Others' edits are not seen, except those that an answer of the server shows to be in the way.
 */
import type { LiveObject } from "@weft/client";
import { rootOf, RoomStorage, UndoHistory } from "@weft/client/storage";
import { ClientMessageType, NodeType, OpType } from "@weft/protocol/codes";
import type { CompactNode, Op, ServerOp, VerboseNode } from "@weft/protocol/types";

/** Edits of a callback that runs for long are sent this often, in milliseconds. */
const flushEveryMs = 200;
/** What is sent with one call, as JSON. Less than the smallest limit of bodies, in bytes that a character may need. */
const batchCharacters = 2 * 1_024 * 1_024;
/** How often edits are retried that conflict with those of others. */
const mostRounds = 100;

/** What a callback that edits Storage gets. */
export interface StorageContext<S extends object> {
  /** The object in which everything is. */
  root: LiveObject<S>;
  /** Sends all edits so far. Resolves when they have been stored. */
  flush: () => Promise<void>;
}

export interface StorageMessage {
  readonly type: typeof ClientMessageType.updateStorage;
  readonly ops: readonly Op[];
}

/** How Storage is reached. */
export interface StorageCallsOfRoom {
  /** The lines of a `request-storage-mutation`. */
  load(signal: AbortSignal | undefined): Promise<readonly unknown[]>;
  send(
    messages: readonly StorageMessage[],
    signal: AbortSignal | undefined,
  ): Promise<{ readonly messages: readonly (readonly { readonly ops: readonly ServerOp[] }[])[] }>;
}

/** @throws what the callback throws, or the failure of a call */
export async function mutateStorage<S extends object>(
  calls: StorageCallsOfRoom,
  callback: (context: StorageContext<S>) => void | PromiseLike<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const mutation = new StorageMutation(calls, signal);
  await mutation.load();
  try {
    await callback({ root: rootOf<S>(mutation.storage), flush: () => mutation.flush() });
    await mutation.flush();
  } finally {
    await mutation.end();
  }
}

class StorageMutation {
  readonly storage: RoomStorage;
  readonly #calls: StorageCallsOfRoom;
  readonly #signal: AbortSignal | undefined;
  #actor = 0;
  #nodes = 0;
  #ops = 0;
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;
  #hasEnded = false;
  /** An answer shows that others' edits are missing here. */
  #isBehind = false;

  constructor(calls: StorageCallsOfRoom, signal: AbortSignal | undefined) {
    this.#calls = calls;
    this.#signal = signal;
    // Nothing is undone here.
    const history = new UndoHistory({ isApplicable: () => false, apply: () => {}, changed: () => {} });
    this.storage = new RoomStorage({
      newId: () => `${this.#actor}:${this.#nodes++}`,
      newOpId: () => `${this.#actor}:${this.#ops++}`,
      history,
      listener: {
        changed: () => {},
        written: () => this.#written(),
        settled: () => {},
        fellBehind: () => (this.#isBehind = true),
      },
      checkMayWrite: () => {
        if (this.#failure !== undefined) throw this.#failure.error;
        if (this.#hasEnded) throw new Error("Storage can be edited only until the callback has ended.");
      },
    });
  }

  async load(): Promise<void> {
    const [first, ...nodes] = await this.#calls.load(this.#signal);
    const { actor } = first as { readonly actor: number };
    this.#actor = actor;
    this.storage.load(nodes.map((node) => compact(node as VerboseNode)));
  }

  /** Sends until there is nothing to send. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return (this.#flushing ??= this.#sendAll());
  }

  /** Nothing is sent from now on. Resolves when nothing is on its way. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#hasEnded = true;
    await this.#flushing?.catch(() => {});
  }

  #written(): void {
    if (this.#hasEnded || this.#flushing !== undefined) return;
    // A failure is kept for the flush at the end, and for the next edit.
    this.#timer ??= setTimeout(() => void this.flush().catch(() => {}), flushEveryMs);
  }

  async #sendAll(): Promise<void> {
    // From here on, it is known that it runs.
    await Promise.resolve();
    try {
      for (let round = 0; !this.#hasEnded; round++) {
        if (this.#failure !== undefined) throw this.#failure.error;
        if (this.#isBehind) await this.#catchUp();
        const ops = this.storage.takeUnsent();
        if (ops.length === 0) return;
        if (round >= mostRounds) throw new Error("Others edit the same text all the time: try again later.");
        for (const batch of batchesOf(ops)) {
          const { messages } = await this.#calls.send(
            [{ type: ClientMessageType.updateStorage, ops: batch }],
            this.#signal,
          );
          this.#receive(
            batch,
            messages.flat().flatMap(({ ops: acks }) => acks),
          );
          // What is loaded again has the rest to send.
          if (this.#isBehind || this.#hasEnded) break;
        }
      }
    } catch (error) {
      this.#failure ??= { error };
      throw error;
    } finally {
      this.#flushing = undefined;
    }
  }

  #receive(sent: readonly Op[], acks: readonly ServerOp[]): void {
    const acknowledged = new Set(acks.map(({ opId }) => opId));
    const refused = sent.filter(({ opId }) => !acknowledged.has(opId));
    const bases = new Map(sent.map((op) => [op.opId, op.type === OpType.updateText ? op.baseVersion : undefined]));
    for (const ack of acks) {
      const base = ack.opId === undefined ? undefined : bases.get(ack.opId);
      // Others have edited the text in between.
      if (base !== undefined && ack.type === OpType.updateText && ack.version !== base + 1) this.#isBehind = true;
    }
    this.storage.receive(acks);
    if (refused.length === 0) return;
    this.storage.refuse(refused.map(({ opId }) => opId));
    // An update of a text that has moved on is made again for the text as it is.
    this.#isBehind = true;
    const other = refused.find(({ type }) => type !== OpType.updateText);
    if (other !== undefined)
      throw new Error(`The server refused ${refused.length} of ${sent.length} changes of Storage.`);
  }

  /** Loads Storage again. What is not stored yet is applied to it, and sent. */
  async #catchUp(): Promise<void> {
    this.#isBehind = false;
    this.storage.disconnect();
    const [, ...nodes] = await this.#calls.load(this.#signal);
    this.storage.load(nodes.map((node) => compact(node as VerboseNode)));
  }
}

/** Ops in the order in which they were made, in batches that servers accept. */
export function* batchesOf(ops: readonly Op[], most: number = batchCharacters): Generator<readonly Op[]> {
  let batch: Op[] = [];
  let characters = 0;
  for (const op of ops) {
    const { length } = JSON.stringify(op);
    if (batch.length > 0 && characters + length > most) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(op);
    characters += length;
  }
  if (batch.length > 0) yield batch;
}

/** The form of a node that clients load. */
function compact([id, { type, parentId, parentKey, data, version }]: VerboseNode): CompactNode {
  if (parentId === undefined || parentKey === undefined) return ["root", data ?? {}] as CompactNode;
  switch (type) {
    case NodeType.list:
    case NodeType.map:
      return [id, type, parentId, parentKey];
    case NodeType.text:
      return [id, type, parentId, parentKey, data, version ?? 0] as unknown as CompactNode;
    default:
      return [id, type, parentId, parentKey, data] as unknown as CompactNode;
  }
}
