import type { Permission } from "@weft/protocol/types";
import { ApiError } from "./api-error.ts";
import { MissingCredential } from "./http/transport.ts";

/** What an application's endpoint sends on to its client. */
export interface AuthResponse {
  status: number;
  body: string;
  /** Why the server could not be reached. */
  error?: Error;
}

/** A pattern of rooms: an id, the beginning of ids and `*`, or `*` alone. */
const pattern = /^(?:\*|[^*]{1,128}\*?)$/u;
const mostPatterns = 10;

/**
 * What a user may do, for an access token.
 *
 * @example
 * const session = weft.prepareSession("ada", { userInfo: { name: "Ada" } });
 * session.allow("docs:*", session.FULL_ACCESS);
 * const { status, body } = await session.authorize();
 */
export class AccessSession {
  readonly FULL_ACCESS = ["*:write"] as const;
  readonly READ_ACCESS = ["*:read"] as const;
  readonly #permissions = new Map<string, Set<Permission>>();
  readonly #authorize: (permissions: Readonly<Record<string, readonly Permission[]>>) => Promise<AuthResponse>;

  constructor(authorize: (permissions: Readonly<Record<string, readonly Permission[]>>) => Promise<AuthResponse>) {
    this.#authorize = authorize;
  }

  /**
   * Adds permissions in the rooms that match a pattern.
   *
   * @param roomIdOrPattern a room's id, the beginning of ids followed by `*`, or `*`
   */
  allow(roomIdOrPattern: string, newPerms: readonly Permission[]): this {
    if (typeof roomIdOrPattern !== "string" || !pattern.test(roomIdOrPattern))
      throw new TypeError(
        `${JSON.stringify(roomIdOrPattern)} is not a pattern of rooms: use a room's id, the beginning of ids followed by *, or *.`,
      );
    if (newPerms.length === 0) throw new TypeError("Give at least one permission, such as session.FULL_ACCESS.");
    let permissions = this.#permissions.get(roomIdOrPattern);
    if (permissions === undefined) {
      if (this.#permissions.size >= mostPatterns)
        throw new RangeError(`A token can have at most ${mostPatterns} patterns of rooms.`);
      permissions = new Set();
      this.#permissions.set(roomIdOrPattern, permissions);
    }
    for (const permission of newPerms) permissions.add(permission);
    return this;
  }

  /** Gets a token. Failures do not throw: they are answers with their status, to be sent on. */
  authorize(): Promise<AuthResponse> {
    return this.#authorize(
      Object.fromEntries(Array.from(this.#permissions, ([rooms, permissions]) => [rooms, [...permissions]])),
    );
  }
}

/** The answer for an application's client, whatever became of the call for a token. */
export async function authResponseOf(call: Promise<{ readonly token: string }>): Promise<AuthResponse> {
  try {
    return { status: 200, body: JSON.stringify(await call) };
  } catch (error) {
    // This is a mistake of the program, and nothing for its users.
    if (error instanceof MissingCredential) throw error;
    if (error instanceof ApiError) {
      const { status, code, message, suggestion, docs } = error;
      return {
        status: status >= 500 ? 503 : status,
        body: JSON.stringify({ error: code, message, suggestion, docs }),
      };
    }
    const message = "The Weft server could not be reached.";
    return { status: 503, body: JSON.stringify({ message }), error: error as Error };
  }
}
