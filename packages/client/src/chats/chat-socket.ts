/**
 * The socket of a user's chats: commands that are answered under their ids, and events of the server. It opens with the first command,
 * and is kept open by the same states as the socket of a room. A command that waits for its answer when the connection is lost is sent
 * again over the next one: the server answers a repeated command as it answered the first.
 */
import { ServerMessageType } from "@weft/protocol/codes";
import type { AiCommandName, AiEvent, AiRequest, AiResponse, JsonObject } from "@weft/protocol/types";
import type { Credential } from "../connection/credentials.ts";
import { AuthorizationFailed, ReconnectingSocket } from "../connection/reconnecting-socket.ts";
import type { SocketLike, Timers } from "../connection/reconnecting-socket.ts";
import type { Status } from "../connection/states.ts";
import { ClientError } from "../error.ts";
import { nanoid } from "../random-id.ts";

export interface ChatSocketOptions {
  readonly authorize: () => Promise<Credential>;
  readonly expire: (credential: Credential) => void;
  readonly open: (credential: Credential) => SocketLike;
  readonly timers: Timers;
  readonly statusChanged: (status: Status) => void;
  readonly received: (event: AiEvent) => void;
  readonly failed: (error: ClientError) => void;
}

/** From writing a command to its answer. Before, it waits for a connection without a limit. */
export const commandTimeoutMs = 4_000;

interface Waiting {
  readonly frame: JsonObject & { readonly cmd: string };
  readonly applied: (answer: never) => void;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
  timer: { cancel(): void } | undefined;
}

export class ChatSocket {
  readonly #options: ChatSocketOptions;
  readonly #connection: ReconnectingSocket<Credential>;
  readonly #waiting = new Map<string, Waiting>();
  #socket: SocketLike | undefined;

  constructor(options: ChatSocketOptions) {
    this.#options = options;
    this.#connection = new ReconnectingSocket<Credential>({
      authorize: async () => {
        const credential = await options.authorize();
        if (credential.kind === "publicKey")
          throw new AuthorizationFailed(
            "Chats belong to users. Give the client an `authEndpoint`, not a public key.",
            true,
          );
        return credential;
      },
      open: (credential) => (this.#socket = greeted(options.open(credential))),
      timers: options.timers,
      isUnwatched: () => false,
      listener: {
        statusChanged: (status) => {
          if (status === "connected") for (const cmdId of this.#waiting.keys()) this.#write(cmdId);
          options.statusChanged(status);
        },
        opened: () => {},
        received: (message) => this.#received(message),
        lost: () => {
          for (const waiting of this.#waiting.values()) waiting.timer?.cancel();
        },
        expired: (credential) => options.expire(credential),
        failed: (code, message) => {
          const error = new ClientError(message, { type: "AI_CONNECTION_ERROR", code });
          for (const cmdId of this.#waiting.keys()) this.#take(cmdId)?.reject(error);
          options.failed(error);
        },
      },
    });
  }

  get status(): Status {
    return this.#connection.status;
  }

  connect(): void {
    if (this.status === "initial") this.#connection.connect();
  }

  disconnect(): void {
    this.#connection.disconnect();
  }

  reconnect(): void {
    if (this.status !== "initial") this.#connection.reconnect();
  }

  wake(): void {
    this.#connection.wake();
  }

  /**
   * @param applied called with the answer before anything that arrives after it is received: a socket may deliver several messages in
   *   one turn, before promises go on.
   * @throws Error with what the server says, or that it did not answer; ClientError if there will be no connection.
   */
  command<C extends AiCommandName>(
    cmd: C,
    request: AiRequest<C>,
    applied: (answer: AiResponse<C>) => void = () => {},
  ): Promise<AiResponse<C>> {
    const cmdId = nanoid(7);
    return new Promise((resolve, reject) => {
      const frame = { cmd, cmdId, ...request } as unknown as Waiting["frame"];
      this.#waiting.set(cmdId, { frame, applied, resolve, reject, timer: undefined });
      if (this.status === "disconnected") this.#connection.connect();
      else this.connect();
      if (this.#connection.isOpen) this.#write(cmdId);
    });
  }

  #write(cmdId: string): void {
    const waiting = this.#waiting.get(cmdId)!;
    waiting.timer?.cancel();
    waiting.timer = this.#options.timers.set(commandTimeoutMs, () => {
      const why = `The server did not answer "${waiting.frame.cmd}" within ${commandTimeoutMs / 1_000} seconds.`;
      this.#take(cmdId)?.reject(new Error(why));
    });
    this.#socket?.send(JSON.stringify(waiting.frame));
  }

  #received(message: JsonObject): void {
    const event = message as unknown as AiEvent;
    if (typeof message["cmdId"] === "string") {
      const waiting = this.#take(message["cmdId"]);
      waiting?.applied(message as never);
      waiting?.resolve(message as never);
    } else if (event.event === "cmd-failed") this.#take(event.failedCmdId)?.reject(new Error(event.error));
    else this.#options.received(event);
  }

  #take(cmdId: string): Waiting | undefined {
    const waiting = this.#waiting.get(cmdId);
    this.#waiting.delete(cmdId);
    waiting?.timer?.cancel();
    return waiting;
  }
}

/** A first frame as rooms have it, for a socket that is ready as soon as it is open. */
const greeting = JSON.stringify({ type: ServerMessageType.roomState });

function greeted(socket: SocketLike): SocketLike {
  const all = socket as unknown as { addEventListener(type: string, listener: (event: never) => void): void };
  return {
    addEventListener(type: "message" | "close" | "error", listener: (event: never) => void) {
      if (type === "message") all.addEventListener("open", () => listener({ data: greeting } as never));
      all.addEventListener(type, listener);
    },
    send: (text: string) => socket.send(text),
    close: () => socket.close(),
  };
}
