import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { RefusedKey } from "@weft/collab";
import type { Feeds, Projects, RoomCredential, RoomRecord, Rooms, Tokens, Visibility } from "@weft/collab";
import type { AccessMatrix, ErrorCode, Level, Limits, ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { WeftError, isStorable, protocolVersion, readsNewScopes, storableRule } from "@weft/protocol";
import type { Clock, RoomEdge, RoomConnection, Timer, ConnectedUser } from "@weft/room";
import { keyOf, spreadOverDrain } from "@weft/room";
import type { WebSocket } from "ws";
import type { ErrorBoundary } from "../error-boundary.ts";
import type { HeldMemory } from "../held-memory.ts";
import type { Metrics } from "../metrics.ts";
import { AcceptedSocket } from "./accepted-socket.ts";
import type { LoggedConnection, ConnectionLog } from "./connection-log.ts";
import type { ClientConnection, ConnectionEvents, ConnectionOptions } from "./connection.ts";
import { openConnection } from "./connection.ts";
import { count } from "./counts.ts";
import { createFeedRequests } from "./feed-requests.ts";
import { createReadingTurns } from "./reading-turns.ts";
import type { ReadingTurns } from "./reading-turns.ts";
import { sendInTurn } from "./recent-comments.ts";
import type { RecentComments } from "./recent-comments.ts";
import type { SharedConnections } from "./shared-connections.ts";
import type { AdmittedSocket, SocketAdmission, SocketAdmissionOptions, SocketKind } from "./socket-admission.ts";
import { openSocketAdmission } from "./socket-admission.ts";
import { ownersOf } from "./unread-frame.ts";
import { countUnsentBytes } from "./unsent-bytes.ts";
import type { UnsentBytes } from "./unsent-bytes.ts";

/**
 * Accepts WebSocket connections.
 *
 *     upgrade ─► always accepted ─► token or public key ─► rooms.enter ─► edge.enter ─► frames flow
 *                                     │ refused: a close code, since browsers cannot read the status of a
 *                                     └ failed upgrade and would retry for ever
 *
 * It also closes connections whose credential expires (4109), whose accesses change (4001, 4100), or whose peer stops
 * responding.
 */
export interface Gateway extends AsyncDisposable {
  readonly connections: number;
  /** Takes over an HTTP upgrade. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Whether a client of this process is in the room, or about to enter it. */
  hasConnectionsIn(project: ProjectId, room: RoomId): boolean;
  /** All rooms of which that is true. */
  roomsOfConnections(): readonly RoomAddress[];
  /** The accesses or the organization of a room have changed: closes connections whose rights changed as a result. */
  reassess(project: ProjectId, room: RoomRecord): void;
  /** Closes every connection of a project. Clients that reconnect are refused if the project was closed. */
  disconnectAll(project: ProjectId): void;
  /** Closes every connection of a user in a project; clients do not reconnect by themselves. */
  disconnectUser(project: ProjectId, userId: string): void;
  /** Closes the connections that are left when the rooms of this process are drained: their rooms are on other nodes. */
  drain(): Promise<void>;
}

export interface GatewayOptions extends SocketAdmissionOptions {
  readonly projects: Projects;
  readonly tokens: Tokens;
  readonly rooms: Rooms;
  readonly edge: RoomEdge;
  readonly feeds: Feeds;
  readonly recentComments: Pick<RecentComments, "entered" | "left">;
  /** The connections of other nodes. By default, there are none. */
  readonly shared?: Pick<SharedConnections, "counted" | "elsewhere">;
  readonly metrics: Metrics;
  readonly connectionLog: ConnectionLog;
  /** The memory of all input that has not been read to its end. */
  readonly unreadInput: HeldMemory;
}

export function openGateway(options: GatewayOptions): Gateway {
  return new SocketGateway(options);
}

/** A connection with a genuine credential. */
interface AdmittedConnection {
  readonly connection: ClientConnection;
  readonly address: string;
  readonly project: ProjectId;
  readonly room: RoomId;
  readonly credential: RoomCredential;
  /** The public key that it connected with. */
  readonly key: string | undefined;
  /** The origin of the page that opened it, if a browser did. */
  readonly page: string | undefined;
  scopes: string;
  /** Its rights on feeds. */
  feeds: Level;
  /** The threads that it may read. */
  threads: readonly Visibility[];
  /** It has entered the room, and is counted as a visit of its user. */
  isVisitor: boolean;
  /** Set once it is in the room. */
  logged: LoggedConnection | undefined;
}

/** What all connections of a gateway share. */
interface Shared extends Pick<GatewayOptions, "limits" | "clock" | "boundary" | "metrics"> {
  readonly unsent: UnsentBytes;
  readonly unread: HeldMemory;
  readonly turns: ReadingTurns;
  readonly closed: (visit: Visit) => void;
}

/** A connection from its upgrade on. A class, and one object for all that it reports to: there are many of them. */
class Visit implements ConnectionOptions, ConnectionEvents, AdmittedSocket {
  readonly #shared: Shared;
  readonly socket: WebSocket;
  readonly wire: Socket;
  /** Its network. */
  readonly address: string;
  readonly connection: ClientConnection;
  /** Set once its credential is known to be genuine. */
  admitted: AdmittedConnection | undefined;
  expiresAt: number | undefined;
  expiry: Timer | undefined;

  constructor(shared: Shared, socket: WebSocket, wire: Socket, address: string) {
    this.#shared = shared;
    this.socket = socket;
    this.wire = wire;
    this.address = address;
    this.connection = openConnection(this);
  }

  get limits(): Limits {
    return this.#shared.limits;
  }
  get clock(): Clock {
    return this.#shared.clock;
  }
  get boundary(): ErrorBoundary {
    return this.#shared.boundary;
  }
  get unsent(): UnsentBytes {
    return this.#shared.unsent;
  }
  get unread(): HeldMemory {
    return this.#shared.unread;
  }
  get turns(): ReadingTurns {
    return this.#shared.turns;
  }
  get events(): ConnectionEvents {
    return this;
  }

  close(error: ErrorCode, reason?: string): void {
    this.connection.close(error, reason);
  }

  sweep(now: number): void {
    this.connection.sweep(now);
  }

  owners(): ReturnType<ConnectionOptions["owners"]> {
    const { admitted, limits } = this;
    return admitted === undefined
      ? ownersOf(`network ${this.address}`, undefined, limits)
      : ownersOf(userKey(admitted), admitted.project, limits);
  }

  messagesReceived(messages: number): void {
    this.#shared.metrics.messagesReceived(messages);
    this.admitted?.logged?.received(messages);
  }

  messagesSent(messages: number): void {
    this.#shared.metrics.messagesSent(messages);
  }

  bufferRoseOverSoft(): void {
    this.#shared.metrics.bufferRoseOverSoft();
  }

  bufferFellUnderSoft(): void {
    this.#shared.metrics.bufferFellUnderSoft();
  }

  connectionClosed(code: number): void {
    this.#shared.metrics.connectionClosed(code);
    this.admitted?.logged?.closed();
  }

  closed(): void {
    this.#shared.closed(this);
  }
}

/** How often revoked tokens and keys are checked for: a connection outlives its rights by at most this. */
const recheckMs = 4_000;
/** A client's description of its software is cut to this length. */
const softwareLength = 32;
const noThreads: readonly Visibility[] = [];
const publicThreads: readonly Visibility[] = ["public"];
const privateThreads: readonly Visibility[] = ["private"];
const allThreads: readonly Visibility[] = ["public", "private"];

class SocketGateway implements Gateway, SocketKind<Visit> {
  readonly name = "connection";
  readonly #options: GatewayOptions;
  readonly #admission: SocketAdmission<Visit>;
  readonly #shared: Shared;
  readonly #byProject = new Map<ProjectId, number>();
  #recheckedAt = -Infinity;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#shared = {
      ...options,
      unread: options.unreadInput,
      unsent: countUnsentBytes(options.limits.outputTotal),
      turns: createReadingTurns((run) => options.clock.defer(run)),
      closed: (visit) => this.#closed(visit),
    };
    const frames = { maxPayload: options.limits.frame, WebSocket: AcceptedSocket };
    this.#admission = openSocketAdmission(this, frames, options);
  }

  get connections(): number {
    return this.#admission.sockets.size;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#admission.upgrade(request, socket, head);
  }

  hasConnectionsIn(project: ProjectId, room: RoomId): boolean {
    return this.#admission.sockets
      .values()
      .some(({ admitted }) => admitted?.project === project && admitted.room === room);
  }

  roomsOfConnections(): readonly RoomAddress[] {
    const rooms = new Map<string, RoomAddress>();
    for (const { admitted } of this.#admission.sockets)
      if (admitted !== undefined) rooms.set(keyOf(admitted), { project: admitted.project, room: admitted.room });
    return [...rooms.values()];
  }

  reassess(project: ProjectId, room: RoomRecord): void {
    for (const { admitted } of this.#admission.sockets) {
      if (admitted?.project !== project || admitted.room !== room.id) continue;
      const now = this.#options.rooms.reenter(room, admitted.credential);
      if (now === undefined) admitted.connection.close("UNAUTHORIZED_ROOM_ACCESS");
      else if (now.scopes.join(" ") !== admitted.scopes) admitted.connection.close("ACCESS_CHANGED");
    }
  }

  disconnectAll(project: ProjectId): void {
    for (const { admitted } of this.#admission.sockets)
      if (admitted?.project === project) admitted.connection.close("ACCESS_CHANGED");
  }

  disconnectUser(project: ProjectId, userId: string): void {
    for (const { admitted } of this.#admission.sockets)
      if (admitted?.project === project && roomUserOf(admitted).user === userId)
        admitted.connection.close("UNAUTHORIZED_ROOM_ACCESS");
  }

  drain(): Promise<void> {
    const { clock, limits } = this.#options;
    return spreadOverDrain([...this.#admission.sockets], (visit) => visit.close("RESTARTING"), clock, limits);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#admission[Symbol.asyncDispose]();
  }

  // --- how its sockets are admitted ----------------------------------------------------------------------------------

  open(socket: WebSocket, wire: Socket, address: string): Visit {
    const visit = new Visit(this.#shared, socket, wire, address);
    this.#options.metrics.connectionOpened();
    return visit;
  }

  async admit(visit: Visit, request: IncomingMessage): Promise<void> {
    const url = URL.parse(request.url ?? "/", "http://localhost");
    try {
      await this.#serve(visit, url, request.headers.origin);
    } catch (cause) {
      if (visit.admitted !== undefined && cause instanceof WeftError) this.#recordRefused(visit.admitted, cause.code);
      else if (cause instanceof RefusedKey) this.#recordTurnedAway(cause, url?.searchParams.get("roomId") ?? "");
      // Unknown and forbidden look alike from outside (G11).
      const isHidden = cause instanceof WeftError && cause.code === "ROOM_NOT_FOUND";
      throw isHidden ? new WeftError("UNAUTHORIZED_ROOM_ACCESS", { cause }) : cause;
    }
  }

  isVerified(visit: Visit): boolean {
    return visit.admitted !== undefined;
  }

  swept(now: number): void {
    if (now - this.#recheckedAt < recheckMs) return;
    this.#recheckedAt = now;
    this.#options.boundary.run("credential check", () => this.#recheck());
  }

  async #serve(visit: Visit, url: URL | null, page: string | undefined): Promise<void> {
    const { limits, boundary, feeds, connectionLog } = this.#options;
    const { connection } = visit;
    if (url === null) throw new WeftError("UNAUTHORIZED_ROOM_ACCESS", { message: "The address is malformed." });
    const version = protocolVersion(url.pathname);
    if (version === undefined)
      throw new WeftError("UNAUTHORIZED_ROOM_ACCESS", { message: "This protocol version is not supported." });
    const admitted = await this.#admit(url, page, visit);
    const software = url.searchParams.get("version");
    const inRoom = await this.#enter(visit, admitted, {
      version,
      software: software?.slice(0, softwareLength),
      readsOlderScopes: !readsNewScopes(version, software),
    });
    if (connection.open) admitted.logged = connectionLog.opened(admitted.project);
    const address = { project: admitted.project, room: admitted.room };
    const level = admitted.feeds;
    connection.attach(
      createFeedRequests({ room: inRoom, address, level, socket: connection, feeds, limits, boundary }),
    );
    if (connection.open) this.#sendRecentComments(admitted, inRoom);
  }

  /** Verifies the credential. What it gives in the room is not known yet. */
  async #admit(url: URL, page: string | undefined, visit: Visit): Promise<AdmittedConnection> {
    const { projects, tokens, clock } = this.#options;
    const room = url.searchParams.get("roomId") ?? "";
    const token = url.searchParams.get("tok") ?? undefined;
    const key = url.searchParams.get("pubkey") ?? undefined;
    if (room === "") throw new WeftError("UNAUTHORIZED_ROOM_ACCESS", { message: "The address has no room id." });
    // Checked before the project is known: its log could not store the id.
    if (!isStorable(room))
      throw new WeftError("UNAUTHORIZED_ROOM_ACCESS", { message: `The room's id ${storableRule}` });
    const who = { room: copyOf(room) as RoomId, page };
    if (token !== undefined) {
      const claims = await tokens.verify(token, clock.now());
      return this.#register(visit, { ...who, project: claims.project, credential: claims, key: undefined });
    }
    const project = await projects.authenticatePublic(key, page);
    const credential: RoomCredential = { kind: "publicKey", createsRooms: project.publicKeyCreatesRooms };
    return this.#register(visit, { ...who, project: project.id, credential, key: key && copyOf(key) });
  }

  #register(
    visit: Visit,
    who: Pick<AdmittedConnection, "project" | "room" | "credential" | "key" | "page">,
  ): AdmittedConnection {
    const { connection, address } = visit;
    const { project, room, credential, key, page } = who;
    const admitted: AdmittedConnection = {
      connection,
      address,
      project,
      room,
      credential,
      key,
      page,
      scopes: "",
      feeds: "none",
      threads: noThreads,
      isVisitor: false,
      logged: undefined,
    };
    const { shared, limits } = this.#options;
    const connections = (this.#byProject.get(project) ?? 0) + (shared?.elsewhere(project) ?? 0);
    if (connections >= limits.connectionsPerProject) {
      this.#recordRefused(admitted, "TRY_AGAIN_LATER");
      throw new WeftError("TRY_AGAIN_LATER");
    }
    if (!connection.open) throw new WeftError("RESTARTING");
    visit.admitted = admitted;
    this.#count(project, 1);
    return admitted;
  }

  async #enter(
    visit: Visit,
    admitted: AdmittedConnection,
    speaks: Pick<ConnectedUser, "version" | "software" | "readsOlderScopes">,
  ): Promise<RoomConnection> {
    const { rooms, edge } = this.#options;
    const { project, room, credential, connection } = admitted;
    const address: RoomAddress = { project, room };
    const access = await rooms.enter(project, room, credential);
    admitted.scopes = access.scopes.join(" ");
    admitted.feeds = access.matrix.feeds;
    admitted.threads = threadsReadBy(access.matrix);
    visit.expiresAt = access.expiresAt;
    if (!connection.open) throw new WeftError("RESTARTING");
    return edge.enter(
      address,
      {
        id: access.userId,
        info: access.userInfo,
        scopes: access.scopes,
        storage: access.matrix.storage,
        commentsPublic: access.matrix.commentsPublic,
        commentsPrivate: access.matrix.commentsPrivate,
        feeds: access.matrix.feeds,
        ...speaks,
      },
      connection,
    );
  }

  /** Not awaited: what the client asks for comes first. */
  #sendRecentComments(admitted: AdmittedConnection, inRoom: RoomConnection): void {
    const { recentComments, clock, log } = this.#options;
    const { project, room, threads, connection } = admitted;
    admitted.isVisitor = true;
    recentComments.entered({ project, room }, userKey(admitted), threads).then(
      (events) =>
        sendInTurn(events.toReversed(), clock, (event) => {
          if (connection.open) inRoom.reply(event);
          return connection.open;
        }),
      // Clients read changes by themselves, if later.
      (err: unknown) => log.warn({ err }, "recent changes of comments could not be read"),
    );
  }

  #recordRefused(admitted: AdmittedConnection, code: ErrorCode): void {
    // RESTARTING means that the server stops or the client has disconnected, which is no refusal.
    if (code !== "RESTARTING") this.#options.connectionLog.refused(roomUserOf(admitted), code);
  }

  /** The caller is unknown, so the room id that it sent is cut to the length that an id may have. */
  #recordTurnedAway({ project, code }: RefusedKey, room: string): void {
    const { connectionLog, limits } = this.#options;
    connectionLog.turnedAway({ project, room: room.slice(0, limits.roomIdLength) as RoomId }, code);
  }

  #closed(visit: Visit): void {
    this.#admission.left(visit);
    const { admitted } = visit;
    if (admitted === undefined) return;
    const { project, room } = admitted;
    this.#count(project, -1);
    if (admitted.isVisitor) this.#options.recentComments.left({ project, room }, userKey(admitted));
  }

  #count(project: ProjectId, change: 1 | -1): void {
    count(this.#byProject, project, change);
    this.#options.shared?.counted(project, this.#byProject.get(project) ?? 0);
  }

  /** Closes connections whose token, key or project has been revoked, on any node. */
  async #recheck(): Promise<void> {
    const { projects, log } = this.#options;
    try {
      const generations = new Map<ProjectId, number | undefined>();
      for (const id of this.#byProject.keys()) {
        const project = await projects.find(id);
        generations.set(id, project?.deletesAt === undefined ? project?.tokenGeneration : undefined);
      }
      const keys = new Map<string, boolean>();
      for (const { admitted } of this.#admission.sockets) {
        if (admitted?.key === undefined) continue;
        const name = keyName(admitted);
        if (keys.has(name)) continue;
        keys.set(
          name,
          await projects.authenticatePublic(admitted.key, admitted.page).then(
            () => true,
            () => false,
          ),
        );
      }
      for (const { admitted } of this.#admission.sockets) {
        if (admitted === undefined) continue;
        const { project, credential } = admitted;
        const generation = generations.get(project) ?? Infinity;
        const revoked =
          credential.kind === "publicKey" ? keys.get(keyName(admitted)) === false : credential.generation < generation;
        if (revoked) admitted.connection.close("ACCESS_CHANGED");
      }
    } catch (err) {
      log.error({ err }, "revoked credentials could not be looked for");
    }
  }
}

/** The threads that a connection may read. Connections with the same rights share one list. */
function threadsReadBy({ commentsPublic, commentsPrivate }: AccessMatrix): readonly Visibility[] {
  if (commentsPublic === "none") return commentsPrivate === "none" ? noThreads : privateThreads;
  return commentsPrivate === "none" ? publicThreads : allThreads;
}

/** V8 keeps the whole address of a request, with its token, for as long as a part of it is kept. */
function copyOf(part: string): string {
  return Buffer.from(part).toString();
}

/** A public key may be restricted to the origins of some pages. */
function keyName({ key = "", page = "" }: AdmittedConnection): string {
  return `${key}\n${page}`;
}

/** Anonymous users of the same network count as one. */
function userKey({ project, credential, address }: AdmittedConnection): string {
  return credential.kind === "publicKey" ? `${project}\n@${address}` : `${project}\n${credential.userId}`;
}

/** The fields of a connection that its project's log shows. */
function roomUserOf({ project, room, credential }: AdmittedConnection) {
  return { project, room, user: credential.kind === "publicKey" ? undefined : credential.userId };
}
