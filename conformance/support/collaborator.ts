import type { Lobby } from "./lobby.ts";
import { recordingSocket } from "./socket.ts";
import type { Frame } from "./socket.ts";

/** How the official React provider reaches a test server as one user, and what crossed the wire on the way. */
export interface Collaborator {
  /** Properties of a `LiveblocksProvider`. */
  readonly provider: { readonly authEndpoint: (room?: string) => Promise<{ token: string }> };
  /** HTTP calls to the server, such as `GET /v2/c/rooms/{id}/threads`, without their queries. */
  readonly calls: readonly HttpCall[];
  readonly frames: readonly Frame[];
}

export interface HttpCall {
  readonly method: string;
  /** What comes after `/v2/c/`; of calls about a room, what comes after the room's id. */
  readonly path: string;
  readonly status: number;
}

export interface CollaboratorOptions {
  /** By room pattern. Defaults to writing everything everywhere. */
  readonly permissions?: Readonly<Record<string, readonly string[]>>;
  /** Authenticate with an ID token: the accesses of the room decide. */
  readonly idToken?: boolean;
}

export function createCollaborator(
  lobby: Lobby,
  userId: string,
  { permissions = { "*": ["*:write"] }, idToken = false }: CollaboratorOptions = {},
): Collaborator {
  const { calls, frames, connection } = recordConnection(lobby);
  const authEndpoint = async () => ({
    token: idToken ? await lobby.idToken(userId) : await lobby.accessToken(userId, permissions),
  });
  return { calls, frames, provider: { ...connection, authEndpoint } };
}

/** Properties of a `LiveblocksProvider` without its authentication. */
export function recordConnection({ server }: Lobby) {
  const calls: HttpCall[] = [];
  const frames: Frame[] = [];
  const recordingFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const path = pathname.replace(/^\/v2\/c\//, "").replace(/^rooms\/[^/]+\//, "");
    calls.push({ method: init?.method ?? "GET", path, status: response.status });
    return response;
  };
  const connection = {
    baseUrl: server.url,
    throttle: 16,
    polyfills: { WebSocket: recordingSocket((frame) => frames.push(frame)), fetch: recordingFetch },
  };
  return { calls, frames, connection };
}
