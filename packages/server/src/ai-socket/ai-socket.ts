import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ChatConnection, Chats, Projects, TokenClaims, Tokens } from "@weft/collab";
import { defaultOrganization, WeftError } from "@weft/protocol";
import type { ErrorCode } from "@weft/protocol";
import type { Timer } from "@weft/room";
import type { WebSocket } from "ws";
import type { HeldMemory } from "../held-memory.ts";
import { BoundedSocket } from "../socket/bounded-socket.ts";
import { createFrameTurns } from "../socket/frame-turns.ts";
import type { FrameTurns } from "../socket/frame-turns.ts";
import { createReadingTurns } from "../socket/reading-turns.ts";
import type { ReadingTurns } from "../socket/reading-turns.ts";
import { openSocketAdmission } from "../socket/socket-admission.ts";
import type {
  AdmittedSocket,
  SocketAdmission,
  SocketAdmissionOptions,
  SocketKind,
} from "../socket/socket-admission.ts";
import { createTokenBucket } from "../socket/token-bucket.ts";
import type { TokenBucket } from "../socket/token-bucket.ts";
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

export interface AiSocketOptions extends SocketAdmissionOptions {
  readonly chats: Pick<Chats, "connect">;
  readonly tokens: Pick<Tokens, "verify">;
  readonly projects: Pick<Projects, "find">;
  /** The memory of all input that has not been read to its end. */
  readonly unreadInput: HeldMemory;
}

export function openAiSocket(options: AiSocketOptions): AiSocket {
  return new ChatSocket(options);
}

const path = "/ai/v7";

class ChatSocket implements AiSocket, SocketKind<ChatVisit> {
  readonly name = "AI socket";
  readonly #options: AiSocketOptions;
  readonly #shared: Shared;
  readonly #admission: SocketAdmission<ChatVisit>;

  constructor(options: AiSocketOptions) {
    this.#options = options;
    this.#shared = {
      ...options,
      turns: createReadingTurns((run) => options.clock.defer(run)),
      frameTurns: createFrameTurns((run) => options.clock.defer(run)),
      left: (visit) => this.#admission.left(visit),
    };
    // Larger frames are answered with a close code, up to a bound beyond which they are not read.
    this.#admission = openSocketAdmission(this, { maxPayload: 2 * options.limits.chatFrame }, options);
  }

  takes(request: IncomingMessage): boolean {
    return (request.url ?? "/").split(/[?#]/, 1)[0] === path;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#admission.upgrade(request, socket, head);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#admission[Symbol.asyncDispose]();
  }

  open(socket: WebSocket, wire: Socket, address: string): ChatVisit {
    return new ChatVisit(this.#shared, socket, wire, address);
  }

  async admit(visit: ChatVisit, request: IncomingMessage): Promise<void> {
    const { tokens, projects, chats, clock } = this.#options;
    const url = URL.parse(request.url ?? "/", "http://localhost");
    const claims = await tokens.verify(url?.searchParams.get("tok") ?? "", clock.now());
    const { project, userId, organizationId = defaultOrganization, generation } = claims;
    const recheck = async () => {
      const found = await projects.find(project);
      if (found === undefined || found.deletesAt !== undefined || generation < found.tokenGeneration)
        throw new WeftError("ACCESS_CHANGED");
    };
    visit.verified(claims, recheck);
    const connection = chats.connect({ project, organizationId, userId }, (frame) => visit.send(JSON.stringify(frame)));
    if (connection === undefined) throw new WeftError("TRY_AGAIN_LATER");
    visit.serve(connection);
  }
}

/** What all sockets of chats share. */
interface Shared extends Pick<AiSocketOptions, "clock" | "limits" | "boundary" | "unreadInput"> {
  readonly turns: ReadingTurns;
  readonly frameTurns: FrameTurns;
  readonly left: (visit: ChatVisit) => void;
}

/** A socket from its upgrade on. */
class ChatVisit implements AdmittedSocket {
  readonly #shared: Shared;
  readonly #socket: BoundedSocket;
  readonly address: string;
  expiresAt: number | undefined;
  expiry: Timer | undefined;
  #owners: ReturnType<typeof ownersOf>;
  #commands: TokenBucket | undefined;
  #connection: ChatConnection | undefined;
  /** Frames that arrived before the token was verified. */
  #early: string[] = [];
  #earlyBytes = 0;

  constructor(shared: Shared, socket: WebSocket, wire: Socket, address: string) {
    const { clock, limits, boundary, unreadInput, turns, frameTurns } = shared;
    this.#shared = shared;
    this.address = address;
    this.#owners = ownersOf(`network ${address}`, undefined, limits);
    this.#socket = new BoundedSocket(socket, wire, address, {
      clock,
      limits: { ...limits, outputHard: limits.chatOutput },
      boundary,
      frameTurns,
      unread: { memory: unreadInput, turns, owners: () => this.#owners },
      received: (text) => this.#received(text),
    });
    this.#socket.left = () => this.#left();
  }

  send(text: string): void {
    this.#socket.send(text);
  }

  close(error: ErrorCode, reason?: string): void {
    this.#socket.close(error, reason);
  }

  sweep(now: number): void {
    this.#socket.sweep(now);
  }

  /** `recheck`: rejects once the token does not hold any more. */
  verified({ project, userId, expiresAt }: TokenClaims, recheck: () => Promise<void>): void {
    this.#owners = ownersOf(`${project}\n${userId}`, project, this.#shared.limits);
    this.expiresAt = expiresAt;
    this.#socket.recheck = recheck;
  }

  serve(connection: ChatConnection): void {
    if (this.#socket.closed) return connection.close();
    const { clock, limits } = this.#shared;
    this.#commands = createTokenBucket(limits.chatCommandsPerSecond, limits.chatCommandsBurst, clock.monotonic());
    this.#connection = connection;
    for (const text of this.#early.splice(0)) this.#receive(connection, text);
  }

  #left(): void {
    this.#connection?.close();
    this.#connection = undefined;
    this.#shared.left(this);
  }

  #received(text: string): void {
    const { limits } = this.#shared;
    const bytes = Buffer.byteLength(text);
    if (bytes > limits.chatFrame) return this.close("INVALID_FRAME", "The frame is too large.");
    if (text === "ping") return this.send("pong");
    if (this.#connection !== undefined) return this.#receive(this.#connection, text);
    this.#earlyBytes += bytes;
    if (this.#early.push(text) > limits.chatCommandsBurst) this.close("INVALID_FRAME");
    else if (this.#earlyBytes > limits.chatFrame) this.close("TRY_AGAIN_LATER");
  }

  #receive(connection: ChatConnection, text: string): void {
    // A client that waits for answers stays far below the rate.
    if (this.#commands!.take(1, this.#shared.clock.monotonic()) > 0) return this.close("TRY_AGAIN_LATER");
    const frame = parsed(text);
    if (frame === undefined || !connection.receive(frame)) this.close("INVALID_FRAME", "The frame is not a command.");
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
