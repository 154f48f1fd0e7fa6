import type { RoomAddress } from "@weft/protocol";
import { errors, WeftError } from "@weft/protocol";
import { HostDraining } from "@weft/room";
import type {
  LinkedConnection,
  LinkMessage,
  Observation,
  ObservedEvent,
  Observer,
  RoomHost,
  RoomLink,
} from "@weft/room";
import type { EnteredAnswer, Failure, FromCaller, FromRooms, ObserveAnswer } from "./node-messages.ts";
import { RoomElsewhere } from "./node-records.ts";
import type { NodeId } from "./peers.ts";
import { nodeCalls, plainCalls } from "./room-calls.ts";

/** A node was lost before it answered: what was asked of it may have happened. */
export class NodeLost extends Error {
  override name = "NodeLost";
}

/** The rooms of other nodes, which are called by messages. */
export interface RemoteHosts {
  /** How many calls were sent to other nodes. */
  readonly calls: number;
  /** Calls reject with `NodeLost`, `HostDraining` and `RoomElsewhere`, besides the errors of the room. */
  hostOf(node: NodeId): RoomHost;
  take(from: NodeId, message: FromRooms): void;
  /** Ends everything that was begun with the node. */
  lost(node: NodeId): void;
}

export function createRemoteHosts(send: (to: NodeId, message: FromCaller) => void): RemoteHosts {
  const nodes = new Map<NodeId, RemoteNode>();
  const total = { calls: 0 };
  const nodeOf = (id: NodeId) => {
    const known = nodes.get(id) ?? new RemoteNode((message) => send(id, message), total);
    nodes.set(id, known);
    return known;
  };
  return {
    get calls() {
      return total.calls;
    },
    hostOf: (id) => nodeOf(id).host,
    take: (from, message) => nodes.get(from)?.take(message),
    lost(id) {
      const node = nodes.get(id);
      nodes.delete(id);
      node?.lost();
    },
  };
}

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (cause: Error) => void;
}

/** The connections of this node in one room of the other node. */
interface OpenLink {
  readonly number: number;
  readonly link: RoomLink;
  /** Those that have entered. */
  readonly actors: Set<number>;
  /** How many have entered or are about to. */
  held: number;
}

class RemoteNode {
  readonly host: RoomHost;
  readonly #send: (message: FromCaller) => void;
  /** Of all nodes. */
  readonly #total: { calls: number };
  readonly #pending = new Map<number, Pending>();
  readonly #observers = new Map<number, Observer>();
  readonly #links = new Map<number, OpenLink>();
  readonly #linkOf = new Map<RoomLink, OpenLink>();
  #calls = 0;
  #linkNumbers = 0;
  #isLost = false;

  constructor(send: (message: FromCaller) => void, total: { calls: number }) {
    this.#send = send;
    this.#total = total;
    const plain = [...plainCalls, ...nodeCalls].map((name) => [
      name,
      (...values: readonly unknown[]) => this.#call((call) => ({ kind: "call", call, name, values })),
    ]);
    this.host = {
      ...(Object.fromEntries(plain) as Omit<RoomHost, "enter" | "observe" | "storageText">),
      enter: (address, user, link, socket) => this.#enter(link, [address, user, socket]),
      observe: (address, observer) => this.#observe(address, observer),
      storageText: (address, format, signal) =>
        this.#call(
          (call) => ({ kind: "call", call, name: "storageText", values: [address, format] }),
          signal,
        ) as ReturnType<RoomHost["storageText"]>,
    };
  }

  take(message: FromRooms): void {
    switch (message.kind) {
      case "answer":
        return this.#settle(message.call)?.resolve(message.value);
      case "failed":
        return this.#settle(message.call)?.reject(errorOf(message.failure));
      case "link":
        return this.#links.get(message.link)?.link.send(withKnownError(message.message));
      case "observed":
        return this.#observers.get(message.call)?.(withKnownError(message.event));
    }
  }

  lost(): void {
    this.#isLost = true;
    for (const { reject } of this.#pending.values()) reject(new NodeLost());
    this.#pending.clear();
    for (const { link, actors } of this.#links.values())
      for (const to of actors) link.send({ kind: "close", to, error: "RESTARTING", reason: undefined });
    this.#links.clear();
    this.#linkOf.clear();
    for (const observer of this.#observers.values())
      observer({ type: "ended", error: "RESTARTING", reason: undefined });
    this.#observers.clear();
  }

  async #call(request: (call: number) => FromCaller, signal?: AbortSignal): Promise<unknown> {
    if (this.#isLost) throw new NodeLost();
    signal?.throwIfAborted();
    const call = this.#calls++;
    this.#total.calls += 1;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#pending.set(call, { resolve, reject });
    const abort = () => {
      this.#send({ kind: "aborted", call });
      reject(signal?.reason as Error);
    };
    signal?.addEventListener("abort", abort, { once: true });
    try {
      this.#send(request(call));
      return await promise;
    } finally {
      this.#pending.delete(call);
      signal?.removeEventListener("abort", abort);
    }
  }

  #settle(call: number): Pending | undefined {
    const pending = this.#pending.get(call);
    this.#pending.delete(call);
    return pending;
  }

  async #enter(link: RoomLink, values: readonly unknown[]): Promise<LinkedConnection> {
    const open = this.#openLink(link);
    let answer: EnteredAnswer;
    try {
      answer = (await this.#call((call) => ({ kind: "enter", call, link: open.number, values }))) as EnteredAnswer;
    } catch (cause) {
      this.#release(open);
      throw cause;
    }
    const { connection, actor } = answer;
    open.actors.add(actor);
    const tell = (message: FromCaller) => {
      if (!this.#isLost) this.#send(message);
    };
    const receive: LinkedConnection["receive"] = (messages, bytes) => {
      try {
        tell({ kind: "received", connection, messages, bytes });
      } catch {
        // Too large for a message between nodes. Its client would send it again for ever.
        link.send({ kind: "close", to: actor, error: "PAYLOAD_TOO_LARGE", reason: undefined });
      }
    };
    return {
      actor,
      receive,
      reply: (message) => tell({ kind: "reply", connection, message }),
      probed: (probe) => tell({ kind: "probed", connection, probe }),
      leave: (closeCode) => {
        if (!open.actors.delete(actor)) return;
        this.#release(open);
        tell({ kind: "left", connection, closeCode });
      },
    };
  }

  async #observe(address: RoomAddress, observer: Observer): Promise<Observation> {
    let number = -1;
    const { members } = (await this.#call((call) => {
      number = call;
      // Events may follow the answer at once.
      this.#observers.set(call, observer);
      return { kind: "observe", call, values: [address] };
    }).catch((cause: unknown) => {
      this.#observers.delete(number);
      throw cause;
    })) as ObserveAnswer;
    return {
      members,
      measureRoundTrips: (most) => {
        if (this.#observers.has(number)) this.#send({ kind: "measure", call: number, most });
      },
      [Symbol.dispose]: () => {
        if (this.#observers.delete(number)) this.#send({ kind: "observed enough", call: number });
      },
    };
  }

  #openLink(link: RoomLink): OpenLink {
    let open = this.#linkOf.get(link);
    if (open === undefined) {
      open = { number: this.#linkNumbers++, link, actors: new Set(), held: 0 };
      this.#linkOf.set(link, open);
      this.#links.set(open.number, open);
    }
    open.held++;
    return open;
  }

  #release(open: OpenLink): void {
    if (--open.held > 0) return;
    this.#linkOf.delete(open.link);
    this.#links.delete(open.number);
  }
}

/** A newer release may end a connection or an observation with an error that this one does not know. */
function withKnownError<T extends LinkMessage | ObservedEvent>(message: T): T {
  const isKnown = !("error" in message) || Object.hasOwn(errors, message.error);
  return isKnown ? message : { ...message, error: "RESTARTING" };
}

function errorOf(failure: Failure): Error {
  switch (failure.kind) {
    case "error": {
      const { code, message, suggestion } = failure;
      // A newer release may know errors that this one does not.
      return Object.hasOwn(errors, code) ? new WeftError(code, { message, suggestion }) : new Error(message);
    }
    case "elsewhere":
      return new RoomElsewhere(failure.node);
    case "leaving":
      return new HostDraining();
    case "unknown call":
      return new WeftError("SERVICE_UNAVAILABLE", {
        message: `The room is on a server of another release, which does not know the call ${failure.name}.`,
        suggestion: "Try again once all servers run the same release.",
      });
    case "fault":
      return new Error(failure.message);
    default:
      return new Error("Another node failed for a reason that this release does not know.");
  }
}
