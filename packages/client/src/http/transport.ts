/** Calls of the server over HTTP: with a token that is good for them, and with errors that say what was answered. */
import type { JsonObject, Level } from "@weft/protocol/types";
import type { AccessResource } from "../connection/access.ts";
import type { Credential, Credentials } from "../connection/credentials.ts";
import type { Timers } from "../connection/reconnecting-socket.ts";
import { ClientError } from "../error.ts";
import type { ErrorDetails } from "../error.ts";

export interface TransportPorts {
  /** Origin of the server. Its path is of no meaning. */
  readonly base: URL;
  readonly credentials: Credentials;
  readonly fetch: typeof globalThis.fetch;
  readonly timers: Timers;
}

export interface HttpCall {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Begins with `/v2/c/`. Write it with the tag `path`. */
  readonly path: string;
  /** Parameters that are undefined are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  /** Bytes are sent as they are, everything else as JSON. */
  readonly body?: object | Blob | undefined;
  /** What the caller must be allowed in the room. Absent: the call is not about one room. */
  readonly needs?: { readonly room: string; readonly resource: AccessResource; readonly level: Level };
  readonly signal?: AbortSignal | undefined;
}

/** Escapes what is put into a path. */
export function path(strings: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return strings.map((text, at) => (at === 0 ? text : encodeURIComponent(values[at - 1]!) + text)).join("");
}

export class HttpTransport {
  readonly #ports: TransportPorts;
  /** Of the newest token. */
  #userId: string | undefined;

  constructor(ports: TransportPorts) {
    this.#ports = ports;
  }

  get userId(): string | undefined {
    return this.#userId;
  }

  /**
   * Answers what the server answers, whose status is 2xx.
   *
   * @throws ClientError of the type `REQUEST_ERROR`; its `status` is absent if there was no answer. The signal's reason, if aborted.
   */
  async send(call: HttpCall): Promise<Response> {
    const { credentials } = this.#ports;
    const credential = await credentials.get(call.needs ?? "personal");
    const answer = await this.#sendWith(credential, call);
    if (answer.ok) return answer;
    const error = await errorOf(answer, call);
    if (!isAboutToken(error) || credential.kind !== "token") throw error;
    // The server's clock may be ahead, and an application may have ended the token.
    credentials.expire(credential);
    const second = await this.#sendWith(await credentials.get(call.needs ?? "personal"), call);
    if (second.ok) return second;
    throw await errorOf(second, call);
  }

  /** The JSON of the answer. Answers without one give an empty object. */
  async json<T>(call: HttpCall): Promise<T> {
    const text = await (await this.send(call)).text();
    if (text === "") return {} as T;
    try {
      return JSON.parse(text) as T;
    } catch (cause) {
      throw new ClientError(
        "The server did not answer with JSON. Is there something else at the client's `baseUrl`?",
        contextOf(call),
        { cause },
      );
    }
  }

  /** The same, again and again while the server does not answer or has a fault of its own: once after each of these waits. */
  async retrying<T>(waitsMs: readonly number[], run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (const waitMs of waitsMs)
      try {
        return await run();
      } catch (error) {
        if (signal?.aborted === true || !isPassing(error)) throw error;
        await this.#wait(waitMs, signal);
      }
    return run();
  }

  async #sendWith(credential: Credential, call: HttpCall): Promise<Response> {
    if (credential.kind === "token" && credential.payload.uid !== undefined) this.#userId = credential.payload.uid;
    const { method, body, signal } = call;
    const isBytes = body instanceof Blob;
    try {
      return await this.#ports.fetch(urlOf(this.#ports.base, call), {
        method,
        headers: {
          authorization: `Bearer ${credential.kind === "token" ? credential.token : credential.key}`,
          "content-type": isBytes ? "application/octet-stream" : "application/json; charset=utf-8",
        },
        ...(body === undefined ? {} : { body: isBytes ? body : JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (cause) {
      if (signal?.aborted === true) throw signal.reason;
      throw new ClientError("The server could not be reached.", contextOf(call), { cause });
    }
  }

  #wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = this.#ports.timers.set(ms, () => {
        signal?.removeEventListener("abort", stop);
        resolve();
      });
      const stop = () => {
        timer.cancel();
        reject(signal!.reason as Error);
      };
      signal?.addEventListener("abort", stop, { once: true });
    });
  }
}

/** Whether the same call may succeed later: there was no answer, or the server has a fault or too much to do. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ClientError)) return false;
  return error.status === undefined ? error.cause !== undefined : error.status >= 500 || error.status === 429;
}

const isAboutToken = ({ status, code }: ClientError) =>
  status === 401 || (status === 403 && (code === "TOKEN_EXPIRED" || code === "INVALID_TOKEN"));

function urlOf(base: URL, { path: name, query = {} }: HttpCall): string {
  const url = new URL(name, base);
  for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, String(value));
  return url.href;
}

const contextOf = ({ needs }: HttpCall) =>
  ({ type: "REQUEST_ERROR", ...(needs === undefined ? {} : { roomId: needs.room }) }) as const;

async function errorOf(answer: Response, call: HttpCall): Promise<ClientError> {
  const text = await answer.text().catch(() => "");
  let body: JsonObject = {};
  try {
    body = JSON.parse(text) as JsonObject;
  } catch {
    // A proxy's page, perhaps.
  }
  const said = (key: string) => (typeof body[key] === "string" ? body[key] : undefined);
  const [code, suggestion, docs] = [said("error"), said("suggestion"), said("docs")];
  const details: ErrorDetails = {
    status: answer.status,
    answer: body,
    ...(code === undefined ? {} : { code }),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(docs === undefined ? {} : { docs }),
  };
  const message = said("message") ?? said("reason") ?? code ?? text.slice(0, 200);
  return new ClientError(
    `${message === "" ? "The call failed." : message} (${answer.status}, ${call.method} ${call.path})`,
    contextOf(call),
    details,
  );
}
