import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { RefusedKey } from "@weft/collab";
import type { Feeds, Projects, RoomAccess, RoomCredential, RoomRecord, Rooms, Tokens, Visibility } from "@weft/collab";
import type { ErrorCode, Level, Limits, ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { WeftError, errors, isStorable, protocolVersion, readsNewScopes, storableRule } from "@weft/protocol";
import type { Clock, RoomHost, RoomConnection, Timer, ConnectedUser } from "@weft/room";
import type { Logger } from "pino";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import type { ErrorBoundary } from "../error-boundary.ts";
import type { HeldMemory } from "../held-memory.ts";
import { callerAddress } from "../http/caller-address.ts";
import type { TrustsProxy } from "../http/caller-address.ts";
import { networkOf } from "../http/network-of.ts";
import type { Metrics } from "../metrics.ts";
import { AcceptedSocket } from "./accepted-socket.ts";
import type { LoggedConnection, ConnectionLog } from "./connection-log.ts";
import type { ClientConnection } from "./connection.ts";
import { openConnection } from "./connection.ts";
import { count } from "./counts.ts";
import { createFeedRequests } from "./feed-requests.ts";
import { createReadingTurns } from "./reading-turns.ts";
import type { ReadingTurns } from "./reading-turns.ts";
import { sendInTurn } from "./recent-comments.ts";
import type { RecentComments } from "./recent-comments.ts";
import { ownersOf } from "./unread-frame.ts";
import { countUnsentBytes } from "./unsent-bytes.ts";
import type { UnsentBytes } from "./unsent-bytes.ts";

/**
 * Accepts WebSocket connections.
 *
 *     upgrade ─► always accepted ─► token or public key ─► rooms.enter ─► host.enter ─► frames flow
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
  /** The accesses or the organization of a room have changed: closes connections whose rights changed as a result. */
  reassess(project: ProjectId, room: RoomRecord): void;
  /** Closes every connection of a project. Clients that reconnect are refused if the project was closed. */
  disconnectAll(project: ProjectId): void;
  /** Closes every connection of a user in a project; clients do not reconnect by themselves. */
  disconnectUser(project: ProjectId, userId: string): void;
}

export interface GatewayOptions {
  readonly projects: Projects;
  readonly tokens: Tokens;
  readonly rooms: Rooms;
  readonly host: Pick<RoomHost, "enter">;
  readonly feeds: Feeds;
  readonly recentComments: Pick<RecentComments, "entered" | "left">;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly metrics: Metrics;
  readonly connectionLog: ConnectionLog;
  readonly log: Logger;
  readonly boundary: ErrorBoundary;
  readonly trustsProxy: TrustsProxy;
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
  expiry: Timer | undefined;
  /** It has entered the room, and is counted as a visit of its user. */
  isVisitor: boolean;
  /** Set once it is in the room. */
  logged: LoggedConnection | undefined;
}

/** How often connections are checked for liveness and stalled buffers. */
const sweepMs = 1_000;
/** How often revoked tokens and keys are checked for: a connection outlives its rights by at most this. */
const recheckMs = 4_000;
/** An SDK requests a new token as soon as it is closed with 4109, so the close waits until the token has expired. */
const expiryGraceMs = 1_000;
/** A client's description of its software is cut to this length. */
const softwareLength = 32;
/** A timer cannot wait longer than this. */
const longestTimerMs = 2 ** 31 - 1;

class SocketGateway implements Gateway {
  readonly #options: GatewayOptions;
  readonly #server: WebSocketServer;
  readonly #connections = new Set<ClientConnection>();
  readonly #admitted = new Map<ClientConnection, AdmittedConnection>();
  readonly #byAddress = new Map<string, number>();
  readonly #unknownByAddress = new Map<string, number>();
  readonly #byProject = new Map<ProjectId, number>();
  readonly #unsent: UnsentBytes;
  readonly #turns: ReadingTurns;
  #sweep: Timer;
  #recheckedAt = -Infinity;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: options.limits.frame,
      WebSocket: AcceptedSocket,
    });
    this.#unsent = countUnsentBytes(options.limits.outputTotal);
    this.#turns = createReadingTurns((run) => options.clock.defer(run));
    this.#sweep = this.#sweepLater();
  }

  get connections(): number {
    return this.#connections.size;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (ws) =>
      this.#options.boundary.run(
        "socket admission",
        () => this.#accept(request, socket as Socket, ws),
        () => ws.terminate(),
      ),
    );
  }

  reassess(project: ProjectId, room: RoomRecord): void {
    for (const admitted of this.#admitted.values()) {
      if (admitted.project !== project || admitted.room !== room.id) continue;
      const now = this.#options.rooms.reenter(room, admitted.credential);
      if (now === undefined) admitted.connection.close("UNAUTHORIZED_ROOM_ACCESS");
      else if (now.scopes.join(" ") !== admitted.scopes) admitted.connection.close("ACCESS_CHANGED");
    }
  }

  disconnectAll(project: ProjectId): void {
    for (const admitted of this.#admitted.values())
      if (admitted.project === project) admitted.connection.close("ACCESS_CHANGED");
  }

  disconnectUser(project: ProjectId, userId: string): void {
    for (const admitted of this.#admitted.values())
      if (admitted.project === project && roomUserOf(admitted).user === userId)
        admitted.connection.close("UNAUTHORIZED_ROOM_ACCESS");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#sweep.cancel();
    for (const connection of this.#connections) connection.close("RESTARTING");
    const deadline = this.#options.clock.monotonic() + 3_000;
    while (this.#connections.size > 0 && this.#options.clock.monotonic() < deadline)
      await new Promise<void>((resolve) => this.#options.clock.setTimer(20, resolve));
    this.#server.close();
  }

  async #accept(request: IncomingMessage, wire: Socket, socket: WebSocket): Promise<void> {
    const { limits, clock, metrics, log, boundary } = this.#options;
    wire.setNoDelay(true);
    const address = networkOf(callerAddress(request, this.#options.trustsProxy));
    const url = URL.parse(request.url ?? "/", "http://localhost");
    let admitted: AdmittedConnection | undefined;
    const connection = openConnection({
      socket,
      wire,
      limits,
      clock,
      boundary,
      events: {
        messagesReceived: (messages) => {
          metrics.messagesReceived(messages);
          admitted?.logged?.received(messages);
        },
        messagesSent: (messages) => metrics.messagesSent(messages),
        bufferRoseOverSoft: () => metrics.bufferRoseOverSoft(),
        bufferFellUnderSoft: () => metrics.bufferFellUnderSoft(),
        connectionClosed: (code) => {
          metrics.connectionClosed(code);
          admitted?.logged?.left(code);
        },
      },
      unsent: this.#unsent,
      unread: this.#options.unreadInput,
      turns: this.#turns,
      owners: () =>
        admitted === undefined
          ? ownersOf(`network ${address}`, undefined, limits)
          : ownersOf(userKey(admitted), admitted.project, limits),
      closed: (ended) => this.#closed(ended, address),
    });
    this.#connections.add(connection);
    count(this.#byAddress, address, 1);
    count(this.#unknownByAddress, address, 1);
    metrics.connectionOpened();
    const tooLate = clock.setTimer(limits.unauthenticatedSocketMs, () => connection.close("TRY_AGAIN_LATER"));
    try {
      if ((this.#byAddress.get(address) ?? 0) > limits.connectionsPerAddress) throw new WeftError("TRY_AGAIN_LATER");
      if ((this.#unknownByAddress.get(address) ?? 0) > limits.unauthenticatedPerAddress)
        throw new WeftError("TRY_AGAIN_LATER");
      if (url === null) throw new WeftError("UNAUTHORIZED_ROOM_ACCESS", { message: "The address is malformed." });
      const version = protocolVersion(url.pathname);
      if (version === undefined)
        throw new WeftError("UNAUTHORIZED_ROOM_ACCESS", { message: "This protocol version is not supported." });
      admitted = await this.#admit(url, request.headers.origin, connection, address);
      const software = url.searchParams.get("version");
      const inRoom = await this.#enter(admitted, {
        version,
        software: software?.slice(0, softwareLength),
        readsOlderScopes: !readsNewScopes(version, software),
      });
      // A client that disconnected while the room was being opened never entered it.
      if (connection.open) admitted.logged = this.#options.connectionLog.entered(loggedAs(admitted, inRoom));
      connection.attach(
        createFeedRequests({
          room: inRoom,
          address: { project: admitted.project, room: admitted.room },
          level: admitted.feeds,
          socket: connection,
          feeds: this.#options.feeds,
          limits,
          boundary,
        }),
      );
      if (connection.open) this.#sendRecentComments(admitted, inRoom);
    } catch (cause) {
      if (admitted !== undefined && cause instanceof WeftError) this.#recordRefused(admitted, cause.code);
      else if (cause instanceof RefusedKey) this.#recordTurnedAway(cause, url?.searchParams.get("roomId") ?? "");
      this.#refuse(connection, cause, log);
    } finally {
      tooLate.cancel();
      count(this.#unknownByAddress, address, -1);
    }
  }

  /** Verifies the credential. What it gives in the room is not known yet. */
  async #admit(
    url: URL,
    page: string | undefined,
    connection: ClientConnection,
    address: string,
  ): Promise<AdmittedConnection> {
    const { projects, tokens, clock } = this.#options;
    const room = url.searchParams.get("roomId") ?? "";
    const token = url.searchParams.get("tok") ?? undefined;
    const key = url.searchParams.get("pubkey") ?? undefined;
    if (room === "") throw new WeftError("UNAUTHORIZED_ROOM_ACCESS", { message: "The address has no room id." });
    // Checked before the project is known: its log could not store the id.
    if (!isStorable(room))
      throw new WeftError("UNAUTHORIZED_ROOM_ACCESS", { message: `The room's id ${storableRule}` });
    if (token !== undefined) {
      const claims = await tokens.verify(token, clock.now());
      return this.#register({
        connection,
        address,
        project: claims.project,
        room: room as RoomId,
        credential: claims,
        key: undefined,
        page,
      });
    }
    const project = await projects.authenticatePublic(key, page);
    const credential: RoomCredential = { kind: "publicKey", createsRooms: project.publicKeyCreatesRooms };
    return this.#register({ connection, address, project: project.id, room: room as RoomId, credential, key, page });
  }

  #register(
    who: Omit<AdmittedConnection, "scopes" | "feeds" | "threads" | "expiry" | "isVisitor" | "logged">,
  ): AdmittedConnection {
    const admitted: AdmittedConnection = {
      ...who,
      scopes: "",
      feeds: "none",
      threads: [],
      expiry: undefined,
      isVisitor: false,
      logged: undefined,
    };
    if ((this.#byProject.get(who.project) ?? 0) >= this.#options.limits.connectionsPerProject) {
      this.#recordRefused(admitted, "TRY_AGAIN_LATER");
      throw new WeftError("TRY_AGAIN_LATER");
    }
    if (!who.connection.open) throw new WeftError("RESTARTING");
    this.#admitted.set(who.connection, admitted);
    count(this.#byProject, who.project, 1);
    return admitted;
  }

  async #enter(
    admitted: AdmittedConnection,
    speaks: Pick<ConnectedUser, "version" | "software" | "readsOlderScopes">,
  ): Promise<RoomConnection> {
    const { rooms, host } = this.#options;
    const { project, room, credential, connection } = admitted;
    const address: RoomAddress = { project, room };
    const access = await rooms.enter(project, room, credential);
    admitted.scopes = access.scopes.join(" ");
    admitted.feeds = access.matrix.feeds;
    const { commentsPublic, commentsPrivate } = access.matrix;
    if (commentsPublic !== "none") admitted.threads = ["public"];
    if (commentsPrivate !== "none") admitted.threads = [...admitted.threads, "private"];
    this.#watchExpiry(admitted, access);
    if (!connection.open) throw new WeftError("RESTARTING");
    return host.enter(
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

  #watchExpiry(admitted: AdmittedConnection, access: RoomAccess): void {
    const { clock } = this.#options;
    const { expiresAt } = access;
    if (expiresAt === undefined) return;
    const wait = expiresAt + expiryGraceMs - clock.now();
    admitted.expiry = clock.setTimer(Math.min(wait, longestTimerMs), () => admitted.connection.close("TOKEN_EXPIRED"));
  }

  #refuse(connection: ClientConnection, cause: unknown, log: Logger): void {
    if (!(cause instanceof WeftError)) {
      log.error({ err: cause }, "a connection could not be opened");
      return connection.close("INTERNAL_SERVER_ERROR");
    }
    // Unknown and forbidden look alike from outside (G11).
    const hidden = cause.code === "ROOM_NOT_FOUND";
    const reason = hidden ? undefined : cause.message;
    if (cause.code !== "TOKEN_EXPIRED")
      return connection.close(closable(hidden ? "UNAUTHORIZED_ROOM_ACCESS" : cause.code), reason);
    // An SDK reconnects at once on 4109 and checks its own clock: a short delay keeps it from looping.
    this.#options.clock.setTimer(expiryGraceMs, () => connection.close("TOKEN_EXPIRED", reason));
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

  #closed(connection: ClientConnection, address: string): void {
    this.#connections.delete(connection);
    count(this.#byAddress, address, -1);
    const admitted = this.#admitted.get(connection);
    if (admitted === undefined) return;
    this.#admitted.delete(connection);
    admitted.expiry?.cancel();
    count(this.#byProject, admitted.project, -1);
    const { project, room } = admitted;
    if (admitted.isVisitor) this.#options.recentComments.left({ project, room }, userKey(admitted));
  }

  #sweepLater(): Timer {
    const { clock, boundary } = this.#options;
    return clock.setTimer(sweepMs, () => {
      this.#sweep = this.#sweepLater();
      const now = clock.monotonic();
      for (const connection of this.#connections)
        boundary.run(
          "connection sweep",
          () => connection.sweep(now),
          () => connection.close("INTERNAL_SERVER_ERROR"),
        );
      if (now - this.#recheckedAt >= recheckMs) {
        this.#recheckedAt = now;
        boundary.run("credential check", () => this.#recheck());
      }
    });
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
      for (const admitted of this.#admitted.values()) {
        const name = keyName(admitted);
        if (admitted.key === undefined || keys.has(name)) continue;
        keys.set(
          name,
          await projects.authenticatePublic(admitted.key, admitted.page).then(
            () => true,
            () => false,
          ),
        );
      }
      for (const admitted of this.#admitted.values()) {
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

function loggedAs(admitted: AdmittedConnection, { actor }: RoomConnection) {
  return { ...roomUserOf(admitted), connection: actor };
}

/** Errors without a close code of their own end a connection as a refusal. */
function closable(code: ErrorCode): ErrorCode {
  return "close" in errors[code] ? code : "UNAUTHORIZED_ROOM_ACCESS";
}
