import { Steps } from "@weft/crdt";
import type { Stepwise } from "@weft/crdt";
import type { FetchDocument, Limits, Op, UpdateDocument, UpdateStorage } from "@weft/protocol";
import { ClientMessageType, WeftError } from "@weft/protocol";
import type { Backlog } from "./backlog.ts";
import type { LiveConnection } from "./connection.ts";
import type { RoomDocuments } from "./documents.ts";
import { isEcho } from "./echo.ts";
import { diskFull } from "./full-disk.ts";
import type { Gate } from "./gate.ts";
import type { Outcomes } from "./outcomes.ts";
import { doSlice } from "./pace.ts";
import type { Clock, RoomStore } from "./ports.ts";
import type { Outcome, Room } from "./room.ts";
import type { StorageSession } from "./storage-session.ts";
import type { QueueDecider, QueuedFrame, QueuedWork, TurnWait } from "./turns.ts";
import { isFleeting } from "./turns.ts";

/** Decides frames and tasks, message by message, each as soon as what it needs is in memory. */
export interface Decider extends QueueDecider {
  /** Decides at once, or slice by slice while the queue is held. The messages leave together either way. */
  inSteps<T extends Outcome>(deciding: Stepwise<T>, decided: (outcome: T) => void): T | Promise<T>;
}

export interface DeciderOptions {
  readonly room: Room;
  readonly connections: ReadonlyMap<number, LiveConnection>;
  readonly storage: StorageSession;
  readonly documents: RoomDocuments;
  readonly outcomes: Outcomes;
  readonly gate: Gate<unknown>;
  readonly backlog: Backlog;
  readonly store: Pick<RoomStore, "full">;
  readonly clock: Clock;
  readonly limits: Pick<Limits, "turnSliceMs">;
}

export function createDecider(options: DeciderOptions): Decider {
  return new RoomDecider(options);
}

class RoomDecider implements Decider {
  readonly #options: DeciderOptions;

  constructor(options: DeciderOptions) {
    this.#options = options;
  }

  step(work: QueuedWork): TurnWait | undefined {
    const { room, gate, storage, outcomes, connections } = this.#options;
    if (work.kind === "task") {
      gate.beginTurn(work.turn);
      if (work.storage && room.tree === undefined) return { ready: storage.load(), finished: false };
      const running = work.run();
      return running instanceof Promise ? { ready: running, finished: true } : undefined;
    }
    const { connection } = work;
    gate.beginTurn(work.turn, connection.actor);
    for (; work.at < work.messages.length; work.at++) {
      const message = work.messages[work.at]!;
      switch (message.type) {
        case ClientMessageType.fetchDocument:
        case ClientMessageType.updateDocument:
          this.#toDocuments(connection, message);
          continue;
        case ClientMessageType.fetchStorage: {
          const asked = storage.asked(work);
          if (asked === "later") continue;
          if (asked !== "now") return { ready: asked, finished: false };
          outcomes.take(room.receive(connection.actor, message), connection);
          break;
        }
        case ClientMessageType.askDecidedOps: {
          const ready = storage.loadActorsOf(message.opIds.map((opId) => ({ opId })));
          if (ready !== undefined) return { ready, finished: false };
          outcomes.take(room.receive(connection.actor, message), connection);
          break;
        }
        case ClientMessageType.updateStorage: {
          const ready = storage.prepare(connection, message.ops);
          if (ready !== undefined) return { ready, finished: false };
          const due = connection.resync?.take(message);
          if (due?.length === 0) continue;
          if (due !== undefined && due.length > 1) {
            replaceWith(due, work);
            continue;
          }
          const updating = this.#update(work, message.ops);
          if (updating !== undefined) return { ready: updating, finished: false };
          break;
        }
        default:
          if (isEcho(message)) {
            replaceWith(connection.resync?.echoed() ?? noUpdates, work);
            continue;
          }
          outcomes.take(room.receive(connection.actor, message), connection);
      }
      if (!connections.has(connection.actor)) return undefined;
    }
    return undefined;
  }

  join(frame: QueuedFrame): boolean {
    const { storage } = this.#options;
    const at = frame.messages.findIndex((message) => !isFleeting(message));
    if (frame.messages[at]?.type !== ClientMessageType.fetchStorage || !storage.streamsTo(frame.connection))
      return false;
    this.step({ ...frame, messages: frame.messages.slice(0, at) });
    frame.at = at;
    storage.join(frame);
    return true;
  }

  inSteps<T extends Outcome>(deciding: Stepwise<T>, decided: (outcome: T) => void): T | Promise<T> {
    const { clock, limits } = this.#options;
    const { done, value } = doSlice(deciding, clock, limits.turnSliceMs);
    if (done !== true) return this.#inFurtherSteps(deciding, decided);
    decided(value);
    return value;
  }

  async #inFurtherSteps<T extends Outcome>(deciding: Stepwise<T>, decided: (outcome: T) => void): Promise<T> {
    const { gate, clock, limits } = this.#options;
    gate.suspend();
    try {
      for (;;) {
        await clock.yieldToEventLoop();
        if (gate.ended) throw new WeftError("SERVICE_UNAVAILABLE");
        const { done, value } = doSlice(deciding, clock, limits.turnSliceMs);
        if (done !== true) continue;
        decided(value);
        return value;
      }
    } finally {
      gate.resume();
    }
  }

  /** Returns a promise when it takes more than one slice; the frame continues after it. */
  #update(work: QueuedFrame, ops: readonly Op[]): Promise<void> | undefined {
    const { room, gate, outcomes, storage, backlog, store, clock } = this.#options;
    const { connection } = work;
    if (store.full && ops.some(({ opId }) => !room.knows(opId))) {
      outcomes.take(room.refuse(connection.actor, ops, diskFull, "disk"), connection);
      return undefined;
    }
    const allowed = connection.textSteps.left(clock.monotonic());
    const steps = new Steps(allowed);
    const updating = this.inSteps(room.update(connection.actor, ops, steps), (outcome) => {
      gate.beginTurn(work.turn, connection.actor);
      connection.textSteps.take(allowed - steps.left);
      connection.wroteAt = room.seq;
      outcomes.take(outcome, connection);
      gate.weigh(work.bytes);
      backlog.dequeued(work.bytes);
      work.bytes = 0;
      storage.wrote(connection.actor);
    });
    return updating instanceof Promise ? updating.then(() => void work.at++) : undefined;
  }

  #toDocuments({ actor, user, userKey }: LiveConnection, message: FetchDocument | UpdateDocument): void {
    const { documents } = this.#options;
    if (user.storage === "none") return;
    if (message.type === ClientMessageType.fetchDocument) return documents.fetch(actor, message);
    documents.update({ actor, user: userKey, readOnly: user.storage !== "write" }, message);
  }
}

const noUpdates: readonly UpdateStorage[] = [];

/** Continues with these updates, each of which has to be prepared, in place of the message that the frame is at. */
function replaceWith(updates: readonly UpdateStorage[], work: QueuedFrame): void {
  work.messages = [...updates, ...work.messages.slice(work.at + 1)];
  work.at = -1;
}
