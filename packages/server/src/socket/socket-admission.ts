import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { WeftError, errors } from "@weft/protocol";
import type { ErrorCode, Limits } from "@weft/protocol";
import type { Clock, Timer } from "@weft/room";
import type { Logger } from "pino";
import { WebSocketServer } from "ws";
import type { ServerOptions, WebSocket } from "ws";
import type { ErrorBoundary } from "../error-boundary.ts";
import { callerAddress } from "../http/caller-address.ts";
import type { TrustsProxy } from "../http/caller-address.ts";
import { networkOf } from "../http/network-of.ts";
import { count } from "./counts.ts";

/**
 * Admits sockets of one kind: connections of rooms, chats with copilots, or inspectors of rooms. The kind verifies credentials
 * and serves its sockets. Here sockets are accepted, counted, checked, and closed.
 *
 *     upgrade ─► always accepted ─► counted by address ─► kind.admit ─► served ─► left
 *                                    │ refused: a close code, since browsers cannot read the status of a
 *                                    │          failed upgrade and would retry for ever
 *                                    ├ not verified in time: 1013
 *                                    └ verified, but not served in time: 1012
 *
 * Sockets are closed with 4109 when their credential expires, and with 1012 when the server stops.
 */
export interface SocketAdmission<S extends AdmittedSocket> extends AsyncDisposable {
  /** All that are open, admitted or not. */
  readonly sockets: ReadonlySet<S>;
  /** Takes over an HTTP upgrade. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes a socket for this reason. */
  refuse(socket: S, cause: unknown): void;
  /** A socket has closed. */
  left(socket: S): void;
}

/** What admission uses of a socket. An object that there is anyway: there are many sockets. */
export interface AdmittedSocket {
  /** Its network. */
  readonly address: string;
  close(error: ErrorCode, reason?: string): void;
  /** Checks that the peer reads and is alive. */
  sweep(now: number): void;
  /** When its credential expires, in milliseconds since the epoch; set once that is verified. */
  expiresAt: number | undefined;
  /** Set shortly before that. */
  expiry: Timer | undefined;
}

export interface SocketKind<S extends AdmittedSocket> {
  /** Its name in the log. */
  readonly name: string;
  /** Wraps an accepted socket, which reports its end to `left`. */
  open(socket: WebSocket, wire: Socket, address: string): S;
  /** Verifies the credential and begins to serve the socket. Throws what `refuse` takes. */
  admit(socket: S, request: IncomingMessage): Promise<void>;
  /** Whether the credential of a socket that is not served yet has been verified. Without it, both come at once. */
  isVerified?(socket: S): boolean;
  /** All sockets were checked. */
  swept?(now: number): void;
}

/** The number of sockets of each address, of all kinds together. */
export interface SocketCounts {
  readonly open: Map<string, number>;
  /** Those whose credential is being verified. */
  readonly unverified: Map<string, number>;
}

export function createSocketCounts(): SocketCounts {
  return { open: new Map(), unverified: new Map() };
}

export interface SocketAdmissionOptions {
  readonly counts: SocketCounts;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Logger;
  readonly boundary: ErrorBoundary;
  readonly trustsProxy: TrustsProxy;
}

/** `frames`: how its frames are read. */
export function openSocketAdmission<S extends AdmittedSocket>(
  kind: SocketKind<S>,
  frames: Pick<ServerOptions, "maxPayload" | "WebSocket">,
  options: SocketAdmissionOptions,
): SocketAdmission<S> {
  return new Admission(kind, frames, options);
}

/** How often sockets are checked for liveness, stalled buffers and expired credentials. */
const sweepMs = 1_000;
/**
 * A client requests a new token as soon as it is closed with 4109, and checks its own clock: the close waits until the token
 * has expired there, too.
 */
const expiryGraceMs = 1_000;
/** How long the server waits at its end until its sockets have closed. */
const closingMs = 3_000;

class Admission<S extends AdmittedSocket> implements SocketAdmission<S> {
  readonly #kind: SocketKind<S>;
  readonly #options: SocketAdmissionOptions;
  readonly #server: WebSocketServer;
  readonly sockets = new Set<S>();
  #sweep: Timer;

  constructor(
    kind: SocketKind<S>,
    frames: Pick<ServerOptions, "maxPayload" | "WebSocket">,
    options: SocketAdmissionOptions,
  ) {
    this.#kind = kind;
    this.#options = options;
    this.#server = new WebSocketServer({ noServer: true, clientTracking: false, perMessageDeflate: false, ...frames });
    this.#sweep = this.#sweepLater();
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (ws) =>
      this.#options.boundary.run(
        `${this.#kind.name} admission`,
        () => this.#admitSocket(request, socket as Socket, ws),
        () => ws.terminate(),
      ),
    );
  }

  refuse(socket: S, cause: unknown): void {
    const { log, clock } = this.#options;
    if (!(cause instanceof WeftError)) {
      log.error({ err: cause }, `a socket could not be opened (${this.#kind.name})`);
      return socket.close("INTERNAL_SERVER_ERROR");
    }
    if (cause.code !== "TOKEN_EXPIRED") return socket.close(closable(cause.code), cause.message);
    clock.setTimer(expiryGraceMs, () => socket.close("TOKEN_EXPIRED", cause.message));
  }

  left(socket: S): void {
    if (!this.sockets.delete(socket)) return;
    socket.expiry?.cancel();
    count(this.#options.counts.open, socket.address, -1);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { clock } = this.#options;
    this.#sweep.cancel();
    for (const socket of this.sockets) socket.close("RESTARTING");
    const deadline = clock.monotonic() + closingMs;
    while (this.sockets.size > 0 && clock.monotonic() < deadline)
      await new Promise<void>((resolve) => clock.setTimer(20, resolve));
    this.#server.close();
  }

  async #admitSocket(request: IncomingMessage, wire: Socket, ws: WebSocket): Promise<void> {
    const { counts, clock, limits, trustsProxy } = this.#options;
    wire.setNoDelay(true);
    const address = networkOf(callerAddress(request, trustsProxy));
    const socket = this.#kind.open(ws, wire, address);
    this.sockets.add(socket);
    count(counts.open, address, 1);
    count(counts.unverified, address, 1);
    // A client that waits for its room is to come back at once: with 1013 it would stay away for half a minute.
    const tooLate = clock.setTimer(limits.unauthenticatedSocketMs, () =>
      socket.close(this.#kind.isVerified?.(socket) === true ? "RESTARTING" : "TRY_AGAIN_LATER"),
    );
    try {
      if ((counts.open.get(address) ?? 0) > limits.connectionsPerAddress) throw new WeftError("TRY_AGAIN_LATER");
      if ((counts.unverified.get(address) ?? 0) > limits.unauthenticatedPerAddress)
        throw new WeftError("TRY_AGAIN_LATER");
      await this.#kind.admit(socket, request);
    } catch (cause) {
      this.refuse(socket, cause);
    } finally {
      tooLate.cancel();
      count(counts.unverified, address, -1);
    }
  }

  #sweepLater(): Timer {
    const { clock, boundary } = this.#options;
    return clock.setTimer(sweepMs, () => {
      this.#sweep = this.#sweepLater();
      const now = clock.monotonic();
      for (const socket of this.sockets)
        boundary.run(
          `${this.#kind.name} sweep`,
          () => {
            socket.sweep(now);
            this.#watchExpiry(socket);
          },
          () => socket.close("INTERNAL_SERVER_ERROR"),
        );
      this.#kind.swept?.(now);
    });
  }

  /** Closes a socket a moment after its credential has expired. */
  #watchExpiry(socket: S): void {
    const { expiresAt, expiry } = socket;
    if (expiresAt === undefined || expiry !== undefined || !this.sockets.has(socket)) return;
    const { clock } = this.#options;
    const wait = expiresAt + expiryGraceMs - clock.now();
    // A timer for each socket from its start would hold more memory than the socket's own objects.
    if (wait >= 2 * sweepMs) return;
    socket.expiry = clock.setTimer(wait, () => socket.close("TOKEN_EXPIRED"));
  }
}

/** A page cannot read the status of an upgrade, so the close code carries the reason. */
export function closable(code: ErrorCode): ErrorCode {
  if ("close" in errors[code]) return code;
  return code === "TOO_MANY_REQUESTS" ? "TRY_AGAIN_LATER" : "UNAUTHORIZED_ROOM_ACCESS";
}
