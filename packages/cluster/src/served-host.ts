import { WeftError } from "@weft/protocol";
import { HostDraining } from "@weft/room";
import type { LinkedConnection, LinkMessage, Observation, RoomHost, RoomLink } from "@weft/room";
import type { EnteredAnswer, Failure, FromCaller, FromRooms, ObserveAnswer } from "./node-messages.ts";
import { RoomElsewhere } from "./node-records.ts";
import type { NodeId } from "./peers.ts";
import { nodeCalls, plainCalls } from "./room-calls.ts";
import { isSnapshotPart, partsOf } from "./snapshot-parts.ts";

/** Lets other nodes call the rooms of this one. */
export interface ServedHost {
  take(from: NodeId, message: Exclude<FromCaller, { kind: "greeting" }>): void;
  /** Its connections leave, and what it observes or waits for ends. */
  lost(node: NodeId): void;
}

export interface ServedHostOptions {
  readonly host: RoomHost;
  readonly send: (to: NodeId, message: FromRooms) => void;
  /** As `send`, for what the room keeps anyway (`Peers.sendLater`). */
  readonly sendLater: (to: NodeId, message: FromRooms) => void;
  /** Whether the node may load rooms now. */
  readonly isServing: () => boolean;
  /** A call failed by no error of the room: a fault of this node. */
  readonly failed: (cause: unknown) => void;
}

export function createServedHost({ host, send, sendLater, isServing, failed }: ServedHostOptions): ServedHost {
  const callers = new Map<NodeId, Caller>();
  return {
    take(from, message) {
      let caller = callers.get(from);
      if (caller === undefined) {
        const answer = (sent: FromRooms, later?: boolean) => (later === true ? sendLater : send)(from, sent);
        caller = new Caller(host, { send: answer, isServing, failed });
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

const ofManyRooms: ReadonlySet<string> = new Set(nodeCalls);
const callable: ReadonlySet<string> = new Set<keyof RoomHost>([...plainCalls, ...nodeCalls, "storageText"]);

/** Another node makes a call that this release does not know. */
class UnknownCall extends Error {
  override name = "UnknownCall";
  readonly call: string;

  constructor(call: string) {
    super(`This node knows no call of the name ${call}.`);
    this.call = call;
  }
}

/** A link of another node, with the number of its connections that use it. */
interface UsedLink extends RoomLink {
  used: number;
}

/** Another node, as this one serves it. */
class Caller {
  readonly #host: RoomHost;
  readonly #send: (message: FromRooms, later?: boolean) => void;
  readonly #isServing: () => boolean;
  readonly #failed: (cause: unknown) => void;
  readonly #links = new Map<number, UsedLink>();
  readonly #connections = new Map<number, { readonly inRoom: LinkedConnection; readonly link: number }>();
  readonly #observations = new Map<number, Observation>();
  /** Turns in rooms that it has, by their numbers. */
  readonly #turns = new Map<number, Parameters<RoomHost["endTurn"]>>();
  /** Calls that can be aborted. */
  readonly #aborts = new Map<number, AbortController>();
  #numbers = 0;
  #isLost = false;

  constructor(
    host: RoomHost,
    {
      send,
      isServing,
      failed,
    }: Pick<ServedHostOptions, "isServing" | "failed"> & {
      readonly send: (message: FromRooms, later?: boolean) => void;
    },
  ) {
    this.#host = host;
    this.#isServing = isServing;
    this.#send = (message, later) => {
      if (!this.#isLost) send(message, later);
    };
    this.#failed = failed;
  }

  take(message: Parameters<ServedHost["take"]>[1]): void {
    switch (message.kind) {
      case "call":
        return void this.#answer(message.call, () => this.#called(message), ofManyRooms.has(message.name));
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
    for (const turn of this.#turns.values()) void this.#host.endTurn(...turn);
  }

  async #answer(call: number, run: () => Promise<unknown>, isOfMany = false): Promise<void> {
    try {
      // The store may say nothing at all. Nodes that hear it find out who gets the room.
      if (!isOfMany && !this.#isServing()) throw new HostDraining();
      const value = await run();
      this.#send({ kind: "answer", call, value });
    } catch (cause) {
      const failure = failureOf(cause);
      if (failure.kind === "fault") this.#failed(cause);
      this.#send({ kind: "failed", call, failure });
    }
  }

  async #called({ call, name, values }: Extract<FromCaller, { kind: "call" }>): Promise<unknown> {
    if (!callable.has(name)) throw new UnknownCall(name);
    const method = this.#host[name as keyof RoomHost] as (...values: readonly unknown[]) => Promise<unknown>;
    if (name === "beginTurn" || name === "beginTurnIfAwake" || name === "endTurn") return this.#takeTurn(name, values);
    if (name !== "storageText") return method.apply(this.#host, values as unknown[]);
    const abort = new AbortController();
    this.#aborts.set(call, abort);
    try {
      // A newer release may give more arguments.
      const [address, format] = values;
      return await method.call(this.#host, address, format, abort.signal);
    } finally {
      this.#aborts.delete(call);
    }
  }

  /** The turns of a node that is lost are over. */
  async #takeTurn(name: "beginTurn" | "beginTurnIfAwake" | "endTurn", values: readonly unknown[]): Promise<unknown> {
    const [address, what, ended] = values as Parameters<RoomHost["endTurn"]>;
    if (name === "endTurn") {
      this.#turns.delete(ended);
      return this.#host.endTurn(address, what, ended);
    }
    const turn = await this.#host[name](address, what);
    if (this.#isLost) await this.#host.endTurn(address, what, turn);
    else this.#turns.set(turn, [address, what, turn]);
    return turn;
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

  /** What cannot be sent to another node ends the connections that it is for, and no other. */
  #tell(link: number, message: LinkMessage, snapshotsCut = false): void {
    for (const part of partsOf(message, snapshotsCut)) {
      try {
        this.#send({ kind: "link", link, message: part }, isSnapshotPart(part));
      } catch (cause) {
        if (!snapshotsCut && part.kind === "batch") {
          this.#tell(link, part, true);
          continue;
        }
        this.#failed(cause);
        for (const to of this.#readersOf(link, part)) {
          const close = { kind: "close", to, error: "SERVICE_UNAVAILABLE", reason: undefined } as const;
          this.#send({ kind: "link", link, message: close });
        }
      }
    }
  }

  #readersOf(link: number, message: LinkMessage): readonly number[] {
    if ("to" in message) return [message.to];
    return [...this.#connections.values()].filter((each) => each.link === link).map(({ inRoom }) => inRoom.actor);
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
  if (cause instanceof UnknownCall) return { kind: "unknown call", name: cause.call };
  if (cause instanceof WeftError)
    return { kind: "error", code: cause.code, message: cause.message, suggestion: cause.suggestion };
  return { kind: "fault", message: cause instanceof Error ? cause.message : String(cause) };
}
