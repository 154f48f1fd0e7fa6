/** Gets tokens from an application's endpoint, and keeps them for as long as they are good (wire specification, 2.4 and 2.5). */
import type { JsonObject, Level } from "@weft/protocol/types";
import { accessInRoom, allows } from "./access.ts";
import type { AccessResource } from "./access.ts";
import { AuthorizationFailed } from "./reconnecting-socket.ts";

export type Credential =
  | { readonly kind: "publicKey"; readonly key: string }
  | { readonly kind: "token"; readonly token: string; readonly payload: TokenPayload };

export interface TokenPayload {
  /** An access token says what it allows; an ID token says who its user is, and the server knows what they may do. */
  readonly k: "acc" | "id";
  readonly uid?: string;
  readonly ui?: JsonObject;
  readonly perms?: Readonly<Record<string, readonly string[]>>;
  /** Seconds since 1970. */
  readonly iat: number;
  readonly exp: number;
}

/** What a credential is wanted for: a part of a room, or everything that is not about one room. */
export type Wanted = { readonly room: string; readonly resource: AccessResource; readonly level: Level } | "personal";

export interface Credentials {
  /** @throws AuthorizationFailed */
  get(wanted: Wanted): Promise<Credential>;
  /** The server says that it has expired. */
  expire(credential: Credential): void;
  /** The user has signed out. */
  clear(): void;
}

type EndpointAnswer = { readonly token?: unknown; readonly error?: unknown; readonly reason?: unknown };
/** An application's endpoint: a URL, or a function that is given the room's id. */
export type AuthEndpoint = string | ((room?: string) => Promise<object>);

export interface CredentialsOptions {
  readonly publicApiKey?: string | undefined;
  readonly authEndpoint?: AuthEndpoint | undefined;
  readonly fetch: (url: string, init: FetchInit) => Promise<FetchedAnswer>;
  /** Milliseconds, by a clock that does not jump. */
  readonly now: () => number;
}

interface FetchInit {
  readonly method: "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface FetchedAnswer {
  readonly ok: boolean;
  readonly status: number;
  text(): Promise<string>;
}

export function createCredentials(options: CredentialsOptions): Credentials {
  const { publicApiKey, authEndpoint } = options;
  if (publicApiKey !== undefined) return withPublicKey(publicApiKey);
  if (authEndpoint !== undefined) return new TokenCache(authEndpoint, options);
  throw new Error("Give the client a `publicApiKey` or an `authEndpoint`.");
}

function withPublicKey(key: string): Credentials {
  if (!key.startsWith("pk_"))
    throw new Error(
      "A `publicApiKey` begins with `pk_`. Never put a secret key into a page: anyone who reads it can do everything in the project.",
    );
  return { get: async () => ({ kind: "publicKey", key }), expire: () => {}, clear: () => {} };
}

/** After these, asking again is of no use. */
const finalStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 410, 412, 414, 422, 431, 451]);
/** A token is replaced so long before it ends. */
const marginMs = 30_000;

type Token = Extract<Credential, { kind: "token" }>;

class TokenCache implements Credentials {
  readonly #endpoint: AuthEndpoint;
  readonly #options: CredentialsOptions;
  readonly #tokens: { readonly token: Token; readonly until: number }[] = [];
  readonly #asked = new Map<string, Promise<Token>>();

  constructor(endpoint: AuthEndpoint, options: CredentialsOptions) {
    this.#endpoint = endpoint;
    this.#options = options;
  }

  async get(wanted: Wanted): Promise<Token> {
    const now = this.#options.now();
    const found = this.#tokens.findLast(({ token, until }) => until > now && isGoodFor(token, wanted));
    if (found !== undefined) return found.token;
    const key = wanted === "personal" ? "" : `${wanted.resource} ${wanted.level} ${wanted.room}`;
    const asked = this.#asked.get(key) ?? this.#ask(wanted === "personal" ? undefined : wanted.room);
    this.#asked.set(key, asked);
    try {
      return await asked;
    } finally {
      if (this.#asked.get(key) === asked) this.#asked.delete(key);
    }
  }

  expire(credential: Credential): void {
    const at = this.#tokens.findIndex(({ token }) => token === credential);
    if (at >= 0) this.#tokens.splice(at, 1);
  }

  clear(): void {
    this.#tokens.length = 0;
    this.#asked.clear();
  }

  async #ask(room: string | undefined): Promise<Token> {
    const answer =
      typeof this.#endpoint === "string" ? await this.#post(this.#endpoint, room) : await this.#endpoint(room);
    const { token: text, error, reason } = (answer ?? {}) as EndpointAnswer;
    if (typeof text !== "string") {
      const why = typeof reason === "string" ? reason : "The auth endpoint gave no token.";
      throw new AuthorizationFailed(why, error === "forbidden");
    }
    const token: Token = { kind: "token", token: text, payload: payloadOf(text) };
    const { iat, exp } = token.payload;
    // The clocks of server and client may differ: what counts is how long the token is good.
    this.#tokens.push({ token, until: this.#options.now() + (exp - iat) * 1_000 - marginMs });
    return token;
  }

  async #post(url: string, room: string | undefined): Promise<object> {
    const answer = await this.#options.fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(room === undefined ? {} : { room }),
    });
    const text = await answer.text();
    if (!answer.ok)
      throw new AuthorizationFailed(
        `The auth endpoint answered ${answer.status}. ${text.slice(0, 200)}`.trim(),
        finalStatuses.has(answer.status),
      );
    try {
      return JSON.parse(text) as object;
    } catch {
      throw new AuthorizationFailed("The auth endpoint did not answer with JSON.", false);
    }
  }
}

function isGoodFor({ payload }: Token, wanted: Wanted): boolean {
  if (payload.k === "id" || wanted === "personal") return true;
  return allows(accessInRoom(payload.perms ?? {}, wanted.room), wanted.resource, wanted.level);
}

/** Reads a token without checking it: that is for the server. */
function payloadOf(token: string): TokenPayload {
  const parts = token.split(".");
  let payload: unknown;
  try {
    payload = parts.length === 3 ? JSON.parse(decodeBase64Text(parts[1]!)) : undefined;
  } catch {
    payload = undefined;
  }
  const { k, iat, exp } = (payload ?? {}) as Partial<TokenPayload>;
  if ((k !== "acc" && k !== "id") || typeof iat !== "number" || typeof exp !== "number")
    throw new AuthorizationFailed("The auth endpoint gave something that is not a token of this server.", false);
  return payload as TokenPayload;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** UTF-8 in base64 or base64url. Not every JavaScript engine has `atob`. */
function decodeBase64Text(text: string): string {
  let escaped = "";
  let bits = 0;
  let count = 0;
  for (const each of text.replaceAll("-", "+").replaceAll("_", "/")) {
    if (each === "=") break;
    const digit = alphabet.indexOf(each);
    if (digit < 0) throw new SyntaxError("This is not base64.");
    bits = ((bits << 6) | digit) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    escaped += `%${((bits >> count) & 0xff).toString(16).padStart(2, "0")}`;
  }
  return decodeURIComponent(escaped);
}
