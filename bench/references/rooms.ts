import { randomUUID } from "node:crypto";
import { WebSocket, WebSocketServer } from "ws";

/** A room of a reference server: who is in it. */
export interface ReferenceRoom {
  readonly id: string;
  readonly sockets: Map<number, WebSocket>;
  nextActor: number;
}

export interface ReferenceMessage {
  type: number;
  actor?: number;
  ops?: ReferenceOp[];
}

export interface ReferenceOp {
  type: number;
  opId?: string;
  id: string;
  parentId?: string;
  parentKey?: string;
  intent?: string;
  data?: unknown;
}

/**
 * The minimum that a room server does: it admits every connection, numbers it, and forwards each frame. No tokens, no
 * limits, no batching; every frame is parsed and written as it comes.
 */
export function serveRooms(heard: (room: ReferenceRoom, actor: number, messages: ReferenceMessage[]) => void): void {
  const rooms = new Map<string, ReferenceRoom>();
  const server = new WebSocketServer({
    host: "127.0.0.1",
    port: Number(process.env["BENCH_PORT"]),
    perMessageDeflate: false,
  });
  server.on("connection", (socket, request) => {
    const id = new URL(request.url!, "http://localhost").searchParams.get("roomId") ?? "";
    let room = rooms.get(id);
    if (room === undefined) rooms.set(id, (room = { id, sockets: new Map(), nextActor: 0 }));
    const actor = room.nextActor++;
    socket.send(roomState(actor, room));
    sendToOthers(room, actor, JSON.stringify({ type: 101, actor, scopes: ["room:write"] }));
    room.sockets.set(actor, socket);
    socket.on("message", (data: Buffer) => {
      const text = data.toString();
      if (text === "ping") return socket.send("pong");
      heard(room, actor, JSON.parse(text) as ReferenceMessage[]);
    });
    socket.on("close", () => {
      room.sockets.delete(actor);
      if (room.sockets.size === 0) rooms.delete(id);
      else sendToOthers(room, actor, JSON.stringify({ type: 102, actor }));
    });
  });
}

export function roomState(actor: number, room?: ReferenceRoom): string {
  const users: Record<string, unknown> = {};
  for (const other of room?.sockets.keys() ?? []) users[other] = { scopes: ["room:write"] };
  return JSON.stringify({ type: 104, actor, nonce: randomUUID(), scopes: ["room:write"], users, meta: {} });
}

export function sendToOthers(room: ReferenceRoom, actor: number, text: string): void {
  for (const [other, socket] of room.sockets)
    if (other !== actor && socket.readyState === WebSocket.OPEN) socket.send(text);
}
