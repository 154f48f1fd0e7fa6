import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Rooms } from "@weft/collab";
import { isStorable, WeftError } from "@weft/protocol";
import type { Limits, ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import type { Clock, RoomHost, Timer } from "@weft/room";
import type { Logger } from "pino";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import type { ErrorBoundary } from "../error-boundary.ts";
import { BoundedSocket, closable } from "../socket/bounded-socket.ts";
import { createRoomWatch } from "./room-watch.ts";
import type { RoomWatch } from "./room-watch.ts";
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
  readonly #viewers = new Set<BoundedSocket>();
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
    const viewer = new BoundedSocket(socket, wire, { clock, limits, boundary, isCrowded });
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
