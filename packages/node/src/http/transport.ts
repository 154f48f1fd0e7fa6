/**
 * Makes calls over HTTP: adds the credential, repeats what may be repeated, and reads the answer. It is the only part of the package
 * that knows `fetch`.
 */
import { ApiError } from "../api-error.ts";
import { isTemporary, retryAfterMs, wait, waitBeforeRetry } from "./retry.ts";
import type { HttpMethod, RoutePattern } from "./routes.ts";

/** The part of `fetch` that is used. */
export type Fetch = (url: string, init: FetchRequest) => Promise<Response>;

export interface FetchRequest {
  readonly method: HttpMethod;
  readonly headers: Record<string, string>;
  readonly body?: string | Blob | Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal;
}

export type QueryValue = string | number | boolean | null | undefined;

/** A call, as a method of the client states it. */
export interface Call {
  readonly route: RoutePattern;
  /** Values of the `{name}`s of the route, not encoded. */
  readonly path: Readonly<Record<string, string>>;
  /** Undefined, null and false are left out. */
  readonly query?: Readonly<Record<string, QueryValue>>;
  /** A JSON value. */
  readonly body?: unknown;
  /** Bytes in place of a JSON value. */
  readonly bytes?: Blob | Uint8Array;
  /** The type of the bytes; `application/octet-stream` unless given. */
  readonly bytesType?: string;
  readonly credential: "secret" | "management" | "none";
  /** Whether it may be made again when it is not known whether the server carried it out. */
  readonly isRepeatable: boolean;
  readonly signal?: AbortSignal;
}

export interface TransportOptions {
  readonly baseUrl: string;
  readonly secret: string | undefined;
  readonly managementToken: string | undefined;
  readonly fetch: Fetch;
  /** How often a call is repeated at most. */
  readonly retries: number;
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** From 0 to 1. */
  readonly random?: () => number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** What the server warns about, such as a call that is deprecated. */
  readonly warn?: (warning: string) => void;
}

/** Says something about an answer that is for the author of the program. */
const warningHeader = "X-LB-Warn";

/** A call that the client has no credential for. */
export class MissingCredential extends TypeError {}

export class Transport {
  readonly #baseUrl: string;
  readonly #credentials: Readonly<Record<Call["credential"], string | undefined>>;
  readonly #fetch: Fetch;
  readonly #retries: number;
  readonly #wait: typeof wait;
  readonly #random: () => number;
  readonly #now: () => number;
  readonly #warn: (warning: string) => void;
  readonly #warnings = new Set<string>();

  constructor(options: TransportOptions) {
    this.#baseUrl = options.baseUrl.replace(/\/$/, "");
    this.#credentials = { secret: options.secret, management: options.managementToken, none: undefined };
    this.#fetch = options.fetch;
    this.#retries = options.retries;
    this.#wait = options.wait ?? wait;
    this.#random = options.random ?? Math.random;
    this.#now = options.now ?? Date.now;
    this.#warn = options.warn ?? ((warning) => process.emitWarning(warning, "WeftWarning"));
  }

  /**
   * Makes a call and reads its answer.
   *
   * @throws ApiError if the server refuses it
   * @throws what `fetch` throws if no answer arrives, and the signal's reason if it is aborted
   */
  async send<T>(call: Call, read: (answer: Response) => Promise<T>): Promise<T> {
    const url = this.#urlOf(call);
    const request = this.#requestOf(call);
    let isAmbiguous = false;
    for (let attempt = 0; ; attempt++) {
      call.signal?.throwIfAborted();
      const isLast = !call.isRepeatable || attempt >= this.#retries;
      let askedMs: number | undefined;
      try {
        const answer = await this.#fetch(url, request);
        this.#warnOf(call, answer.headers.get(warningHeader));
        // What an attempt whose answer was lost has deleted is not there any more.
        if (isAmbiguous && answer.status === 404 && call.route.startsWith("DELETE "))
          return await read(new Response(null, { status: 204 }));
        if (answer.ok) return await read(answer);
        askedMs = retryAfterMs(answer.headers.get("Retry-After"), this.#now());
        const error = await ApiError.from(answer);
        if (isLast || !isTemporary(error.status)) throw error;
        if (waitBeforeRetry(attempt, askedMs, 0) === undefined) throw error;
      } catch (error) {
        // An answer that is complete and not JSON comes from something else than Weft, and would come again.
        if (error instanceof ApiError || error instanceof SyntaxError) throw error;
        if (isLast || call.signal?.aborted === true) throw error;
        isAmbiguous = true;
      }
      await this.#wait(waitBeforeRetry(attempt, askedMs, this.#random()) ?? 0, call.signal);
    }
  }

  /** Each warning once. */
  #warnOf({ route }: Call, warning: string | null): void {
    if (warning === null) return;
    const text = `${route}: ${warning}`;
    if (this.#warnings.has(text)) return;
    this.#warnings.add(text);
    this.#warn(text);
  }

  #urlOf({ route, path, query = {} }: Call): string {
    const template = route.slice(route.indexOf(" ") + 1);
    const at = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, path[name]));
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      if (value !== undefined && value !== null && value !== false) search.set(name, String(value));
    return `${this.#baseUrl}${at}${search.size === 0 ? "" : `?${search.toString()}`}`;
  }

  #requestOf(call: Call): FetchRequest {
    const headers: Record<string, string> = {};
    if (call.credential !== "none") headers["Authorization"] = `Bearer ${this.#credentialOf(call.credential)}`;
    const method = call.route.slice(0, call.route.indexOf(" ")) as HttpMethod;
    const { signal, bytes, body } = call;
    if (bytes !== undefined) {
      headers["Content-Type"] = call.bytesType ?? "application/octet-stream";
      return { method, headers, body: bytes as Blob | Uint8Array<ArrayBuffer>, signal };
    }
    if (body === undefined) return { method, headers, signal };
    headers["Content-Type"] = "application/json";
    return { method, headers, body: JSON.stringify(body), signal };
  }

  #credentialOf(kind: "secret" | "management"): string {
    const credential = this.#credentials[kind];
    if (credential !== undefined) return credential;
    throw new MissingCredential(
      kind === "secret"
        ? "This call needs a secret key of the project: create the client with `secret`."
        : "This call needs a management token of the team: create the client with `managementToken`.",
    );
  }
}

function segmentOf(name: string, value: unknown): string {
  if (typeof value !== "string" || value === "") throw new TypeError(`${name} must be a string that is not empty.`);
  return encodeURIComponent(value);
}

/** Reads an answer that is JSON. */
export async function jsonFrom<T>(answer: Response): Promise<T> {
  return (await answer.json()) as T;
}

/** Reads an answer whose body means nothing, so that its connection can be used again. */
export async function nothingFrom(answer: Response): Promise<void> {
  await answer.arrayBuffer();
}

export async function bytesFrom(answer: Response): Promise<ArrayBuffer> {
  return answer.arrayBuffer();
}

/** Reads one JSON value per line. */
export async function linesFrom(answer: Response): Promise<unknown[]> {
  const text = await answer.text();
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as unknown);
}
