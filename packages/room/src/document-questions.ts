import type { FetchDocument } from "@weft/protocol";

/**
 * The questions of connections to one document. Each connection has at most one waiting question, which a later one
 * replaces; equal waiting questions are asked once. A question in progress is completed, and answered to the
 * connections that are still open.
 */
export interface DocumentQuestions {
  readonly waiting: boolean;
  add(actor: number, message: FetchDocument): void;
  /** The connection closed: its questions are dropped. */
  drop(actor: number): void;
  /** The oldest waiting question; it is in progress until the next one is taken. */
  next(): DocumentQuestion | undefined;
}

export interface DocumentQuestion {
  /** The state vector, in base64. */
  readonly vector: string;
  readonly v2: boolean;
  /** Each connection that asks, and its message. */
  readonly askers: ReadonlyMap<number, FetchDocument>;
}

interface Question extends DocumentQuestion {
  readonly askers: Map<number, FetchDocument>;
}

export function createDocumentQuestions(): DocumentQuestions {
  /** By encoding and state vector, oldest first. */
  const waiting = new Map<string, Question>();
  const keys = new Map<number, string>();
  let underWay: Question | undefined;

  const withdraw = (actor: number) => {
    const key = keys.get(actor);
    if (key === undefined) return;
    keys.delete(actor);
    const { askers } = waiting.get(key)!;
    askers.delete(actor);
    if (askers.size === 0) waiting.delete(key);
  };

  return {
    get waiting() {
      return waiting.size > 0;
    },
    add(actor, message) {
      const v2 = message.v2 === true;
      const key = `${v2 ? 2 : 1} ${message.vector}`;
      // A repeated question keeps its place.
      if (keys.get(actor) !== key) withdraw(actor);
      let question = waiting.get(key);
      if (question === undefined) waiting.set(key, (question = { vector: message.vector, v2, askers: new Map() }));
      question.askers.set(actor, message);
      keys.set(actor, key);
    },
    drop(actor) {
      withdraw(actor);
      underWay?.askers.delete(actor);
    },
    next() {
      const [first] = waiting;
      underWay = first?.[1];
      if (first === undefined) return undefined;
      waiting.delete(first[0]);
      for (const actor of first[1].askers.keys()) keys.delete(actor);
      return underWay;
    },
  };
}
