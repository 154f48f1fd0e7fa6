import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ChatConnection, Chats, Projects, TokenClaims, Tokens } from "@weft/collab";
import { defaultOrganization, WeftError } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import type { Clock, Timer } from "@weft/room";
import type { Logger } from "pino";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";
import type { ErrorBoundary } from "../error-boundary.ts";
import type { HeldMemory } from "../held-memory.ts";
import { callerAddress } from "../http/caller-address.ts";
import type { TrustsProxy } from "../http/caller-address.ts";
import { networkOf } from "../http/network-of.ts";
import { BoundedSocket, closable } from "../socket/bounded-socket.ts";
import { count } from "../socket/counts.ts";
import { createFrameTurns } from "../socket/frame-turns.ts";
import type { FrameTurns } from "../socket/frame-turns.ts";
import { createReadingTurns } from "../socket/reading-turns.ts";
import type { ReadingTurns } from "../socket/reading-turns.ts";
import { createTokenBucket } from "../socket/token-bucket.ts";
import { ownersOf } from "../socket/unread-frame.ts";

/**
 * The socket of users' chats with copilots: `/ai/v7?tok=`.
 *
 *     upgrade ─► always accepted ─► token ─► the user's chats ─► commands in, answers and events out
 *                                    │ refused: a close code, since browsers cannot read the status of an upgrade
 *
 * A token of any kind opens it; permissions are for rooms. `ping` is answered with `pong`. It is closed when the token expires
 * (4109) or is revoked (4100).
 */
export interface AiSocket extends AsyncDisposable {
  /** Whether an upgrade is for it. */
  takes(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export interface AiSocketOptions {
  readonly chats: Pick<Chats, "connect">;
  readonly tokens: Pick<Tokens, "verify">;
  readonly projects: Pick<Projects, "find">;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Logger;
  readonly boundary: ErrorBoundary;
  readonly trustsProxy: TrustsProxy;
  /** The memory of all input that has not been read to its end. */
  readonly unreadInput: HeldMemory;
}

export function openAiSocket(options: AiSocketOptions): AiSocket {
  return new ChatSocket(options);
}

const path = "/ai/v7";
const sweepMs = 5_000;
/** A client asks for a new token as soon as it is closed with 4109, so the close waits until the token has expired. */
const expiryGraceMs = 1_000;
/** A timer cannot wait longer than this. */
const longestTimerMs = 2 ** 31 - 1;

class ChatSocket implements AiSocket {
  readonly #options: AiSocketOptions;
  readonly #server: WebSocketServer;
  readonly #sockets = new Set<BoundedSocket>();
  readonly #byAddress = new Map<string, number>();
  readonly #turns: ReadingTurns;
  readonly #frameTurns: FrameTurns;
  #sweep: Timer;

  constructor(options: AiSocketOptions) {
    this.#options = options;
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      // Larger frames are answered with a close code, up to a bound beyond which they are not read.
      maxPayload: 2 * options.limits.chatFrame,
    });
    this.#turns = createReadingTurns((run) => options.clock.defer(run));
    this.#frameTurns = createFrameTurns((run) => options.clock.defer(run));
    this.#sweep = this.#sweepLater();
  }

  takes(request: IncomingMessage): boolean {
    return (request.url ?? "/").split(/[?#]/, 1)[0] === path;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (ws) =>
      this.#options.boundary.run(
        "AI socket admission",
        () => this.#accept(request, socket as Socket, ws),
        () => ws.terminate(),
      ),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#sweep.cancel();
    for (const socket of this.#sockets) socket.close("RESTARTING");
    this.#server.close();
  }

  async #accept(request: IncomingMessage, wire: Socket, ws: WebSocket): Promise<void> {
    const { clock, limits, boundary, log, trustsProxy, unreadInput } = this.#options;
    wire.setNoDelay(true);
    const address = networkOf(callerAddress(request, trustsProxy));
    let receive: ((text: string) => void) | undefined;
    /** Frames that arrived before the token was verified. */
    const early: string[] = [];
    let earlyBytes = 0;
    let owners = ownersOf(`network ${address}`, undefined, limits);
    const socket: BoundedSocket = new BoundedSocket(ws, wire, {
      clock,
      limits: { ...limits, outputHard: limits.chatOutput },
      boundary,
      frameTurns: this.#frameTurns,
      unread: { memory: unreadInput, turns: this.#turns, owners: () => owners },
      received: (text) => {
        const bytes = Buffer.byteLength(text);
        if (bytes > limits.chatFrame) socket.close("INVALID_FRAME", "The frame is too large.");
        else if (text === "ping") socket.send("pong");
        else if (receive !== undefined) receive(text);
        else {
          earlyBytes += bytes;
          if (early.push(text) > limits.chatCommandsBurst) socket.close("INVALID_FRAME");
          else if (earlyBytes > limits.chatFrame) socket.close("TRY_AGAIN_LATER");
        }
      },
    });
    using left = new DisposableStack();
    this.#sockets.add(socket);
    left.defer(() => this.#sockets.delete(socket));
    count(this.#byAddress, address, 1);
    left.defer(() => count(this.#byAddress, address, -1));
    const tooLate = clock.setTimer(limits.unauthenticatedSocketMs, () => socket.close("TRY_AGAIN_LATER"));
    left.defer(() => tooLate.cancel());
    try {
      if ((this.#byAddress.get(address) ?? 0) > limits.connectionsPerAddress) throw new WeftError("TRY_AGAIN_LATER");
      const connection = await this.#admit(request, socket, left, ({ project, userId }) => {
        owners = ownersOf(`${project}\n${userId}`, project, limits);
      });
      tooLate.cancel();
      left.defer(() => connection.close());
      const bucket = createTokenBucket(limits.chatCommandsPerSecond, limits.chatCommandsBurst, clock.monotonic());
      receive = (text) => {
        // A client that waits for answers stays far below the rate.
        if (bucket.take(1, clock.monotonic()) > 0) return socket.close("TRY_AGAIN_LATER");
        const frame = parsed(text);
        if (frame === undefined || !connection.receive(frame))
          socket.close("INVALID_FRAME", "The frame is not a command.");
      };
      const held = left.move();
      socket.left = () => held.dispose();
      if (socket.closed) return held.dispose();
      for (const text of early.splice(0)) receive(text);
    } catch (cause) {
      if (cause instanceof WeftError) return this.#refuse(socket, cause);
      log.error({ err: cause }, "chats could not be opened");
      socket.close("INTERNAL_SERVER_ERROR");
    }
  }

  async #admit(
    request: IncomingMessage,
    socket: BoundedSocket,
    left: DisposableStack,
    identified: (claims: TokenClaims) => void,
  ): Promise<ChatConnection> {
    const { tokens, projects, chats, clock } = this.#options;
    const url = URL.parse(request.url ?? "/", "http://localhost");
    const claims = await tokens.verify(url?.searchParams.get("tok") ?? "", clock.now());
    identified(claims);
    const { project, userId, organizationId = defaultOrganization, generation, expiresAt } = claims;
    const wait = Math.min(expiresAt + expiryGraceMs - clock.now(), longestTimerMs);
    const expiry = clock.setTimer(wait, () => socket.close("TOKEN_EXPIRED"));
    left.defer(() => expiry.cancel());
    socket.recheck = async () => {
      const found = await projects.find(project);
      if (found === undefined || found.deletesAt !== undefined || generation < found.tokenGeneration)
        throw new WeftError("ACCESS_CHANGED");
    };
    const connection = chats.connect({ project, organizationId, userId }, (frame) =>
      socket.send(JSON.stringify(frame)),
    );
    if (connection === undefined) throw new WeftError("TRY_AGAIN_LATER");
    return connection;
  }

  #refuse(socket: BoundedSocket, cause: WeftError): void {
    if (cause.code !== "TOKEN_EXPIRED") return socket.close(closable(cause.code), cause.message);
    // A client reconnects at once on 4109 and checks its own clock: a short delay keeps it from looping.
    this.#options.clock.setTimer(expiryGraceMs, () => socket.close("TOKEN_EXPIRED", cause.message));
  }

  #sweepLater(): Timer {
    const { clock, boundary } = this.#options;
    return clock.setTimer(sweepMs, () => {
      this.#sweep = this.#sweepLater();
      const now = clock.monotonic();
      for (const socket of this.#sockets)
        boundary.run(
          "AI socket sweep",
          () => socket.sweep(now),
          () => socket.close("INTERNAL_SERVER_ERROR"),
        );
    });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
