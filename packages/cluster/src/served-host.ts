import { WeftError } from "@weft/protocol";
import { HostDraining } from "@weft/room";
import type { Entry, LinkedConnection, LinkMessage, Observation, Pieces, RoomHost, RoomLink } from "@weft/room";
import type { EnteredAnswer, Failure, FromCaller, FromRooms, ObserveAnswer } from "./node-messages.ts";
import { RoomElsewhere } from "./node-records.ts";
import type { NodeId } from "./peers.ts";
import { nodeCalls, plainCalls } from "./room-calls.ts";

/** Lets other nodes call the rooms of this one. */
export interface ServedHost {
  take(from: NodeId, message: Exclude<FromCaller, { kind: "greeting" }>): void;
  /** Its connections leave, and what it observes or waits for ends. */
  lost(node: NodeId): void;
}

export interface ServedHostOptions {
  readonly host: RoomHost;
  readonly send: (to: NodeId, message: FromRooms) => void;
  /** A call failed by no error of the room: a fault of this node. */
  readonly failed: (cause: unknown) => void;
}

export function createServedHost({ host, send, failed }: ServedHostOptions): ServedHost {
  const callers = new Map<NodeId, Caller>();
  return {
    take(from, message) {
      let caller = callers.get(from);
      if (caller === undefined) {
        caller = new Caller(host, (answer) => send(from, answer), failed);
        callers.set(from, caller);
      }
      caller.take(message);
    },
    lost(node) {
      const caller = callers.get(node);
      callers.delete(node);
      caller?.lost();
    },
  };
}

const callable: ReadonlySet<string> = new Set<keyof RoomHost>([...plainCalls, ...nodeCalls, "storageText"]);

/** A link of another node, with the number of its connections that use it. */
interface UsedLink extends RoomLink {
  used: number;
}

/** Another node, as this one serves it. */
class Caller {
  readonly #host: RoomHost;
  readonly #send: (message: FromRooms) => void;
  readonly #failed: (cause: unknown) => void;
  readonly #links = new Map<number, UsedLink>();
  readonly #connections = new Map<number, { readonly inRoom: LinkedConnection; readonly link: number }>();
  readonly #observations = new Map<number, Observation>();
  /** Calls that can be aborted. */
  readonly #aborts = new Map<number, AbortController>();
  #numbers = 0;
  #isLost = false;

  constructor(host: RoomHost, send: (message: FromRooms) => void, failed: (cause: unknown) => void) {
    this.#host = host;
    this.#send = (message) => {
      if (!this.#isLost) send(message);
    };
    this.#failed = failed;
  }

  take(message: Parameters<ServedHost["take"]>[1]): void {
    switch (message.kind) {
      case "call":
        return void this.#answer(message.call, () => this.#called(message));
      case "aborted":
        return this.#aborts.get(message.call)?.abort();
      case "enter":
        return void this.#answer(message.call, () => this.#enter(message));
      case "observe":
        return void this.#answer(message.call, () => this.#observe(message));
      case "received":
        return this.#connections.get(message.connection)?.inRoom.receive(message.messages, message.bytes);
      case "reply":
        return this.#connections.get(message.connection)?.inRoom.reply(message.message);
      case "probed":
        return this.#connections.get(message.connection)?.inRoom.probed(message.probe);
      case "left":
        return this.#leave(message.connection, message.closeCode);
      case "measure":
        return this.#observations.get(message.call)?.measureRoundTrips(message.most);
      case "observed enough":
        this.#observations.get(message.call)?.[Symbol.dispose]();
        this.#observations.delete(message.call);
    }
  }

  lost(): void {
    this.#isLost = true;
    for (const connection of this.#connections.keys()) this.#leave(connection, undefined);
    for (const observation of this.#observations.values()) observation[Symbol.dispose]();
    this.#observations.clear();
    for (const abort of this.#aborts.values()) abort.abort();
  }

  async #answer(call: number, run: () => Promise<unknown>): Promise<void> {
    try {
      const value = await run();
      this.#send({ kind: "answer", call, value });
    } catch (cause) {
      const failure = failureOf(cause);
      if (failure.kind === "fault") this.#failed(cause);
      this.#send({ kind: "failed", call, failure });
    }
  }

  async #called({ call, name, values }: Extract<FromCaller, { kind: "call" }>): Promise<unknown> {
    if (!callable.has(name)) throw new Error(`This node knows no call of the name ${name}.`);
    const method = this.#host[name as keyof RoomHost] as (...values: readonly unknown[]) => Promise<unknown>;
    if (name !== "storageText") return method.apply(this.#host, values as unknown[]);
    const abort = new AbortController();
    this.#aborts.set(call, abort);
    try {
      return await method.call(this.#host, ...values, abort.signal);
    } finally {
      this.#aborts.delete(call);
    }
  }

  async #enter({ link: number, values }: Extract<FromCaller, { kind: "enter" }>): Promise<EnteredAnswer> {
    const [address, user, socket] = values as [
      Parameters<RoomHost["enter"]>[0],
      Parameters<RoomHost["enter"]>[1],
      Parameters<RoomHost["enter"]>[3],
    ];
    const link = this.#links.get(number) ?? { used: 0, send: (message) => this.#tell(number, message) };
    this.#links.set(number, link);
    link.used++;
    let entered: LinkedConnection;
    try {
      entered = await this.#host.enter(address, user, link, socket);
    } catch (cause) {
      this.#release(number);
      throw cause;
    }
    const connection = this.#numbers++;
    this.#connections.set(connection, { inRoom: entered, link: number });
    // Its node was lost while it entered.
    if (this.#isLost) this.#leave(connection, undefined);
    return { connection, actor: entered.actor };
  }

  async #observe({ call, values }: Extract<FromCaller, { kind: "observe" }>): Promise<ObserveAnswer> {
    const [address] = values as [Parameters<RoomHost["observe"]>[0]];
    const observation = await this.#host.observe(address, (event) => this.#send({ kind: "observed", call, event }));
    if (this.#isLost) observation[Symbol.dispose]();
    else this.#observations.set(call, observation);
    return { members: observation.members };
  }

  /** What is too large to be sent to another node ends the connections that it is for, and no other. */
  #tell(link: number, message: LinkMessage): void {
    try {
      return this.#send({ kind: "link", link, message });
    } catch (cause) {
      const isLarge = (entry: object): entry is Pieces => "kind" in entry && entry.kind === "pieces";
      const large = message.kind === "batch" ? message.entries.filter(isLarge) : [message].filter(isLarge);
      if (large.length === 0) throw cause;
      this.#failed(cause);
      if (message.kind === "batch") {
        const entries = message.entries.map((entry): Entry => (isLarge(entry) ? { kind: "void" } : entry));
        this.#send({ kind: "link", link, message: { ...message, entries } });
      }
      for (const { to } of large) {
        const close = { kind: "close", to, error: "SERVICE_UNAVAILABLE", reason: undefined } as const;
        this.#send({ kind: "link", link, message: close });
      }
    }
  }

  #leave(number: number, closeCode: number | undefined): void {
    const connection = this.#connections.get(number);
    if (connection === undefined) return;
    this.#connections.delete(number);
    this.#release(connection.link);
    connection.inRoom.leave(closeCode);
  }

  #release(number: number): void {
    const link = this.#links.get(number);
    if (link !== undefined && --link.used === 0) this.#links.delete(number);
  }
}

function failureOf(cause: unknown): Failure {
  if (cause instanceof RoomElsewhere) return { kind: "elsewhere", node: cause.node };
  if (cause instanceof HostDraining) return { kind: "leaving" };
  if (cause instanceof WeftError)
    return { kind: "error", code: cause.code, message: cause.message, suggestion: cause.suggestion };
  return { kind: "fault", message: cause instanceof Error ? cause.message : String(cause) };
}
