import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Rooms } from "@weft/collab";
import { isStorable, WeftError } from "@weft/protocol";
import type { ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { keyOf } from "@weft/room";
import type { RoomHost } from "@weft/room";
import type { WebSocket } from "ws";
import { BoundedSocket } from "../socket/bounded-socket.ts";
import { openSocketAdmission } from "../socket/socket-admission.ts";
import type { SocketAdmission, SocketAdmissionOptions, SocketKind } from "../socket/socket-admission.ts";
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

export interface InspectorOptions extends SocketAdmissionOptions {
  readonly host: Pick<RoomHost, "observe" | "storageText">;
  readonly rooms: Pick<Rooms, "find">;
  readonly watchers: Watchers;
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

class SocketInspector implements Inspector, SocketKind<BoundedSocket> {
  readonly name = "inspector";
  readonly #options: InspectorOptions;
  readonly #admission: SocketAdmission<BoundedSocket>;
  readonly #watches = new Map<string, RoomWatch>();
  #closed = false;

  constructor(options: InspectorOptions) {
    this.#options = options;
    // Viewers send no data.
    this.#admission = openSocketAdmission(this, { maxPayload: 1_024 }, options);
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
    this.#admission.upgrade(request, socket, head);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.#admission[Symbol.asyncDispose]();
    for (const watch of this.#watches.values()) watch[Symbol.dispose]();
  }

  open(socket: WebSocket, wire: Socket, address: string): BoundedSocket {
    const viewer = new BoundedSocket(socket, wire, address, { ...this.#options, isCrowded: () => this.#isCrowded() });
    viewer.left = () => this.#admission.left(viewer);
    return viewer;
  }

  async admit(viewer: BoundedSocket, request: IncomingMessage): Promise<void> {
    const { rooms, watchers, admit } = this.#options;
    const url = URL.parse(request.url ?? "/", "http://localhost");
    if (url === null) throw new WeftError("NOT_FOUND");
    const named = decoded(path.exec(pathOf(request))![1]!);
    const project = await admit(request, named);
    const room = url.searchParams.get("roomId") ?? "";
    if ((await rooms.find(project, room)) === undefined) throw new WeftError("ROOM_NOT_FOUND");
    if (viewer.closed) return;
    const held = new DisposableStack();
    held.defer(() => this.#admission.left(viewer));
    held.use(watchers.take(project, () => viewer.close("RESTARTING")));
    viewer.recheck = () => admit(request, named);
    const watch = this.#watch({ project, room: room as RoomId });
    held.defer(() => watch.leave(viewer));
    viewer.left = () => held.dispose();
    // Not awaited: the room may have to be loaded, and the viewer is known by now.
    watch.join(viewer).catch((cause: unknown) => this.#admission.refuse(viewer, cause));
  }

  #isCrowded(): boolean {
    let unsent = 0;
    for (const viewer of this.#admission.sockets) unsent += viewer.unsent;
    return unsent > this.#options.limits.inspectedUnsent;
  }

  #watch(address: RoomAddress): RoomWatch {
    const key = keyOf(address);
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
