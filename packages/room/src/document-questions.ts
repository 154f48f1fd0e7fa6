import type { ClientMessage } from "@weft/protocol";

export type Fetch = Extract<ClientMessage, { type: 300 }>;

/**
 * What connections ask of one document. A connection has at most one question waiting, and a later one replaces it; equal
 * questions that wait are asked once. One that is under way is finished, and only those still connected are told.
 */
export interface DocumentQuestions {
  readonly waiting: boolean;
  add(actor: number, message: Fetch): void;
  /** The connection is gone: nothing is asked for it any more. */
  drop(actor: number): void;
  /** The question that waits longest; it is under way until the next is taken. */
  next(): DocumentQuestion | undefined;
}

export interface DocumentQuestion {
  /** The state vector, in base64. */
  readonly vector: string;
  readonly v2: boolean;
  /** Each connection that asks, and its message. */
  readonly askers: ReadonlyMap<number, Fetch>;
}

interface Question extends DocumentQuestion {
  readonly askers: Map<number, Fetch>;
}

export function createDocumentQuestions(): DocumentQuestions {
  /** In the order in which they came, by encoding and state vector. */
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
      // A client that repeats itself keeps its place.
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
