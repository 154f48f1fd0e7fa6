/**
 * A server in memory behind a WebSocket class, for tests of components: rooms with presence, events and Storage. It counts who joins
 * and leaves, and a test decides when it answers.
 */
import { applyMessage, createTree, type Tree } from "@weft/crdt";
import { ClientMessageType, ServerMessageType } from "@weft/protocol/codes";
import type { ClientMessage, CompactNode, ServerOp } from "@weft/protocol/types";

interface ServedRoom {
  readonly tree: Tree;
  readonly applied: Set<string>;
  readonly connections: Set<FakeSocket>;
  actors: number;
}

export interface SocketServer {
  /** Options of clients of this server. */
  readonly clientOptions: {
    readonly baseUrl: string;
    readonly publicApiKey: string;
    readonly throttle: number;
    readonly polyfills: { readonly WebSocket: SocketServer["WebSocket"] };
  };
  /** Give it to a client as `polyfills.WebSocket`. */
  readonly WebSocket: new (url: string) => FakeSocket;
  /** `join r1`, `leave r1`, in order. */
  readonly log: string[];
  /** Nodes of Storage of rooms that no client has joined yet. */
  seed(room: string, nodes: readonly CompactNode[]): void;
  /** While it holds, nothing arrives at clients; what they were to receive arrives at the end. */
  hold(): void;
  release(): void;
  /** Closes all connections to a room with this code. */
  close(room: string, code: number, reason?: string): void;
  /** Closes each connection that is opened with this code, until it is called with undefined. */
  refuse(code: number | undefined, reason?: string): void;
  /** What users of connections that are opened from then on may do; at first everything. It tells them, and does not enforce it. */
  allow(...scopes: string[]): void;
}

type SocketListener = (event: { readonly data: unknown } & { readonly code: number; readonly reason: string }) => void;

interface Connections {
  opened(socket: FakeSocket): void;
  received(socket: FakeSocket, messages: readonly ClientMessage[]): void;
  closed(socket: FakeSocket): void;
}

export class FakeSocket {
  readonly room: string;
  readonly #listeners = new Map<string, SocketListener[]>();
  readonly #connections: Connections;
  actor = -1;
  presence: unknown;
  #isOpen = true;

  constructor(url: string, connections: Connections) {
    this.room = new URL(url).searchParams.get("roomId")!;
    this.#connections = connections;
    queueMicrotask(() => {
      if (this.#isOpen) connections.opened(this);
    });
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    const listeners = this.#listeners.get(type) ?? [];
    listeners.push(listener as SocketListener);
    this.#listeners.set(type, listeners);
  }

  send(text: string): void {
    if (text === "ping") {
      this.deliver("pong");
      return;
    }
    const messages = JSON.parse(text) as ClientMessage | readonly ClientMessage[];
    if (this.#isOpen) this.#connections.received(this, [messages].flat());
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#connections.closed(this);
  }

  deliver(data: string): void {
    if (this.#isOpen) this.#notify("message", { data });
  }

  /** The server closes it. */
  end(code: number, reason: string): void {
    this.close();
    this.#notify("close", { code, reason });
  }

  #notify(type: string, event: object): void {
    for (const listener of this.#listeners.get(type) ?? []) listener(event as never);
  }
}

export function createSocketServer(): SocketServer {
  const rooms = new Map<string, ServedRoom>();
  const log: string[] = [];
  let held: (() => void)[] | undefined;
  let scopes: readonly string[] = ["*:write"];
  let refusal: { readonly code: number; readonly reason: string } | undefined;

  const roomOf = (id: string): ServedRoom => {
    let room = rooms.get(id);
    if (room === undefined) {
      room = { tree: createTree(), applied: new Set(), connections: new Set(), actors: 0 };
      room.tree.load([["root", {}]]);
      room.tree.finishLoad();
      rooms.set(id, room);
    }
    return room;
  };
  const tell = (socket: FakeSocket, ...messages: readonly object[]) => {
    const text = JSON.stringify(messages.length === 1 ? messages[0] : messages);
    const deliver = () => socket.deliver(text);
    if (held === undefined) queueMicrotask(deliver);
    else held.push(deliver);
  };
  const othersOf = (socket: FakeSocket) => [...roomOf(socket.room).connections].filter((other) => other !== socket);
  const opened = (socket: FakeSocket) => {
    log.push(`join ${socket.room}`);
    if (refusal !== undefined) {
      socket.end(refusal.code, refusal.reason);
      return;
    }
    const room = roomOf(socket.room);
    room.connections.add(socket);
    socket.actor = room.actors++;
    const { actor } = socket;
    const users = Object.fromEntries(othersOf(socket).map((other) => [other.actor, { scopes }]));
    tell(socket, { type: ServerMessageType.roomState, actor, nonce: "n", scopes, users, meta: {} });
    for (const other of othersOf(socket)) tell(other, { type: ServerMessageType.userJoined, actor, scopes });
  };
  const received = (socket: FakeSocket, messages: readonly ClientMessage[]) => {
    for (const message of messages) answer(roomOf(socket.room), socket, message, othersOf(socket), tell);
  };
  const closed = (socket: FakeSocket) => {
    log.push(`leave ${socket.room}`);
    if (!roomOf(socket.room).connections.delete(socket)) return;
    for (const other of othersOf(socket)) tell(other, { type: ServerMessageType.userLeft, actor: socket.actor });
  };

  class WebSocket extends FakeSocket {
    constructor(url: string) {
      super(url, { opened, received, closed });
    }
  }
  return {
    WebSocket,
    clientOptions: {
      baseUrl: "http://localhost",
      publicApiKey: "pk_test",
      throttle: 16,
      polyfills: { WebSocket },
    },
    log,
    seed(id, nodes) {
      const room = { tree: createTree(), applied: new Set<string>(), connections: new Set<FakeSocket>(), actors: 0 };
      room.tree.load(nodes);
      room.tree.finishLoad();
      rooms.set(id, room);
    },
    hold: () => void (held ??= []),
    release() {
      const frames = held ?? [];
      held = undefined;
      for (const deliver of frames) deliver();
    },
    close(id, code, reason = "") {
      for (const socket of Array.from(roomOf(id).connections)) socket.end(code, reason);
    },
    refuse: (code, reason = "") => void (refusal = code === undefined ? undefined : { code, reason }),
    allow: (...allowed) => void (scopes = allowed),
  };
}

function answer(
  room: ServedRoom,
  socket: FakeSocket,
  message: ClientMessage,
  others: readonly FakeSocket[],
  tell: (socket: FakeSocket, ...messages: readonly object[]) => void,
): void {
  const { actor } = socket;
  switch (message.type) {
    case ClientMessageType.updatePresence: {
      const { data, targetActor } = message;
      const update = {
        type: ServerMessageType.presenceUpdated,
        actor,
        data,
        ...(targetActor === undefined ? {} : { targetActor }),
      };
      for (const other of others)
        if (targetActor === undefined || targetActor === -1 || targetActor === other.actor) tell(other, update);
      return;
    }
    case ClientMessageType.broadcastEvent:
      for (const other of others)
        tell(other, { type: ServerMessageType.eventBroadcasted, actor, event: message.event });
      return;
    case ClientMessageType.fetchStorage: {
      const nodes = Array.from(room.tree.encode(), (text) => JSON.parse(text) as CompactNode);
      tell(socket, { type: ServerMessageType.storageChunk, nodes }, { type: ServerMessageType.storageStreamEnd });
      return;
    }
    case ClientMessageType.updateStorage: {
      const reply = applyMessage(room.tree, message.ops, (opId) => room.applied.has(opId), { resume: true });
      for (const opId of reply.applied) room.applied.add(opId);
      const send = (to: FakeSocket, ops: readonly ServerOp[]) => {
        if (ops.length > 0) tell(to, { type: ServerMessageType.storageUpdated, ops });
      };
      send(socket, reply.early);
      send(socket, reply.acks);
      for (const other of others) send(other, reply.forwards);
      return;
    }
    default:
      throw new Error(`The fake server has no answer to messages of type ${message.type}.`);
  }
}
