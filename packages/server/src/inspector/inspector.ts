import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Rooms } from "@weft/collab";
import { errors, isStorable, WeftError } from "@weft/protocol";
import type { ErrorCode, Limits, ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import type { Clock, RoomHost, Timer } from "@weft/room";
import type { Logger } from "pino";
import { WebSocket, WebSocketServer } from "ws";
import type { ErrorBoundary } from "../error-boundary.ts";
import { createRoomWatch } from "./room-watch.ts";
import type { RoomWatch, Viewer } from "./room-watch.ts";
import type { Watchers } from "./watchers.ts";

/**
 * The socket of the dashboard's room inspector: `/internal/projects/{projectId}/inspect?roomId=`.
 *
 *     upgrade ─► from this site? ─► signed in, and a member? ─► room there? ─► a place left? ─► room watch
 *                 403, no socket       4001                       4001          1013
 *
 * It is read-only. Input from viewers is dropped; a viewer that does not read is disconnected. The unsent bytes of all
 * viewers are bounded: at the bound, no new snapshots are sent.
 */
export interface Inspector extends AsyncDisposable {
  /** Whether an upgrade is for the inspector. */
  takes(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export interface InspectorOptions {
  readonly host: Pick<RoomHost, "observe" | "storageText">;
  readonly rooms: Pick<Rooms, "find">;
  readonly watchers: Watchers;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Logger;
  readonly boundary: ErrorBoundary;
  readonly documentBytes: (room: RoomAddress, guid: string) => Promise<number>;
  /** The project of the path, if a member of its team is signed in. Throws what `admit` throws. */
  readonly admit: (request: IncomingMessage, project: string) => Promise<ProjectId>;
  /** Whether the upgrade comes from a page of this server. */
  readonly isOwn: (request: IncomingMessage) => boolean;
}

export function openInspector(options: InspectorOptions): Inspector {
  return new SocketInspector(options);
}

const path = /^\/internal\/projects\/([^/]+)\/inspect$/;
const sweepMs = 5_000;
/** How often viewers are checked for still being signed in, and members. */
const recheckMs = 15_000;
const closeGraceMs = 2_000;

class SocketInspector implements Inspector {
  readonly #options: InspectorOptions;
  // Viewers send no data.
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: 1_024,
  });
  readonly #watches = new Map<string, RoomWatch>();
  readonly #viewers = new Set<SocketViewer>();
  #sweep: Timer;
  #closed = false;

  constructor(options: InspectorOptions) {
    this.#options = options;
    this.#sweep = this.#sweepLater();
  }

  takes(request: IncomingMessage): boolean {
    return path.test(pathOf(request));
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.#closed || !this.#options.isOwn(request)) {
      const status = this.#closed ? "503 Service Unavailable" : "403 Forbidden";
      // The server allows half-open sockets: without `destroy`, this one would wait for the peer to end it.
      const answer = `HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
      socket.end(answer, () => socket.destroy());
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (ws) =>
      this.#options.boundary.run(
        "inspector admission",
        () => this.#accept(request, socket as Socket, ws),
        () => ws.terminate(),
      ),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#sweep.cancel();
    for (const viewer of this.#viewers) viewer.close("RESTARTING");
    for (const watch of this.#watches.values()) watch[Symbol.dispose]();
    this.#server.close();
  }

  async #accept(request: IncomingMessage, wire: Socket, socket: WebSocket): Promise<void> {
    const { rooms, watchers, clock, limits, log, boundary, admit } = this.#options;
    wire.setNoDelay(true);
    const isCrowded = () => [...this.#viewers].reduce((sum, { unsent }) => sum + unsent, 0) > limits.inspectedUnsent;
    const viewer = new SocketViewer(socket, wire, { clock, limits, boundary, isCrowded });
    using left = new DisposableStack();
    this.#viewers.add(viewer);
    left.defer(() => this.#viewers.delete(viewer));
    try {
      const url = URL.parse(request.url ?? "/", "http://localhost");
      if (url === null) throw new WeftError("NOT_FOUND");
      const named = decoded(path.exec(pathOf(request))![1]!);
      const project = await admit(request, named);
      const room = url.searchParams.get("roomId") ?? "";
      if ((await rooms.find(project, room)) === undefined) throw new WeftError("ROOM_NOT_FOUND");
      left.use(watchers.take(project, () => viewer.close("RESTARTING")));
      viewer.recheck = () => admit(request, named);
      const watch = this.#watch({ project, room: room as RoomId });
      left.defer(() => watch.leave(viewer));
      const held = left.move();
      viewer.left = () => held.dispose();
      if (viewer.closed) return held.dispose();
      await watch.join(viewer);
    } catch (cause) {
      if (cause instanceof WeftError) return viewer.close(closable(cause.code), cause.message);
      log.error({ err: cause }, "a room could not be inspected");
      viewer.close("INTERNAL_SERVER_ERROR");
    }
  }

  #watch(address: RoomAddress): RoomWatch {
    const key = `${address.project}\n${address.room}`;
    const known = this.#watches.get(key);
    if (known !== undefined) return known;
    const { host, clock, limits, documentBytes } = this.#options;
    const watch = createRoomWatch({
      address,
      host,
      clock,
      limits,
      documentBytes: (guid) => documentBytes(address, guid),
      ended: (ended) => {
        if (this.#watches.get(key) === ended) this.#watches.delete(key);
      },
    });
    this.#watches.set(key, watch);
    return watch;
  }

  #sweepLater(): Timer {
    const { clock, boundary } = this.#options;
    return clock.setTimer(sweepMs, () => {
      this.#sweep = this.#sweepLater();
      const now = clock.monotonic();
      for (const viewer of this.#viewers)
        boundary.run(
          "viewer sweep",
          () => viewer.sweep(now),
          () => viewer.close("INTERNAL_SERVER_ERROR"),
        );
    });
  }
}

interface ViewerOptions {
  readonly clock: Clock;
  readonly limits: Limits;
  readonly boundary: ErrorBoundary;
  /** Whether all viewers together have too many unread bytes. */
  readonly isCrowded: () => boolean;
}

class SocketViewer implements Viewer {
  readonly #socket: WebSocket;
  readonly #wire: Socket;
  readonly #clock: Clock;
  readonly #limits: Limits;
  readonly #isCrowded: () => boolean;
  #heardAt: number;
  #recheckedAt: number;
  #stalledSince: number | undefined;
  /** The bytes that the peer's kernel had accepted at the last check. */
  #taken = 0;
  /** Bytes in the buffer that were asked for. */
  #asked = 0;
  #closing = false;
  #cutOff: Timer | undefined;
  left: () => void = () => {};
  recheck: (() => Promise<unknown>) | undefined;

  constructor(socket: WebSocket, wire: Socket, { clock, limits, boundary, isCrowded }: ViewerOptions) {
    this.#socket = socket;
    this.#wire = wire;
    this.#clock = clock;
    this.#limits = limits;
    this.#isCrowded = isCrowded;
    this.#heardAt = clock.monotonic();
    this.#recheckedAt = this.#heardAt;
    const heard = () => (this.#heardAt = clock.monotonic());
    socket.on("pong", heard);
    socket.on("message", heard);
    socket.on("error", () => socket.terminate());
    socket.on("close", () => {
      this.#closing = true;
      this.#cutOff?.cancel();
      boundary.run("viewer close", () => this.left());
    });
  }

  get closed(): boolean {
    return this.#closing;
  }

  /** Bytes that wait for the peer to read. */
  get unsent(): number {
    return this.#wire.writableLength;
  }

  get busy(): boolean {
    return this.#wire.writableLength > this.#limits.outputSoft;
  }

  send(message: string, asked = false): void {
    if (this.#closing || this.#socket.readyState !== WebSocket.OPEN) return;
    if (this.#wire.writableLength - this.#asked > this.#limits.outputHard) return this.close("TRY_AGAIN_LATER");
    if (asked && this.#isCrowded()) return this.close("TRY_AGAIN_LATER");
    this.#socket.send(message);
    const unsent = this.#wire.writableLength;
    if (unsent <= this.#limits.outputSoft) this.#asked = 0;
    else if (asked) this.#asked += Buffer.byteLength(message);
  }

  close(error: ErrorCode, reason?: string): void {
    if (this.#closing) return;
    this.#closing = true;
    const entry: { close?: number; message: string } = errors[error];
    this.#socket.close(entry.close ?? 1011, Buffer.from(reason ?? entry.message).subarray(0, 120));
    // A peer that does not read would not answer the close either.
    this.#cutOff = this.#clock.setTimer(closeGraceMs, () => this.#socket.terminate());
    this.left();
  }

  sweep(now: number): void {
    if (this.#closing) return;
    const taken = this.#wire.bytesWritten - this.#wire.writableLength;
    if (this.#wire.writableLength === 0 || taken > this.#taken) this.#stalledSince = undefined;
    else this.#stalledSince ??= now;
    this.#taken = taken;
    if (this.#stalledSince !== undefined && now - this.#stalledSince >= this.#limits.outputStallMs)
      return this.close("TRY_AGAIN_LATER");
    if (now - this.#heardAt >= this.#limits.silentConnectionMs) return this.#socket.terminate();
    if (now - this.#heardAt >= this.#limits.heartbeatMs) this.#socket.ping();
    if (this.recheck === undefined || now - this.#recheckedAt < recheckMs) return;
    this.#recheckedAt = now;
    this.recheck().catch((cause: unknown) => {
      if (cause instanceof WeftError) this.close(closable(cause.code));
    });
  }
}

/** A page cannot read the status of an upgrade, so the close code carries the reason. */
function closable(code: ErrorCode): ErrorCode {
  if ("close" in errors[code]) return code;
  return code === "TOO_MANY_REQUESTS" ? "TRY_AGAIN_LATER" : "UNAUTHORIZED_ROOM_ACCESS";
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "/").split(/[?#]/, 1)[0]!;
}

function decoded(text: string): string {
  try {
    const id = decodeURIComponent(text);
    return isStorable(id) ? id : "";
  } catch {
    return "";
  }
}
