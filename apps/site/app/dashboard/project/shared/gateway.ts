import { RequestFailed } from "../../../api/request-failed.ts";
import { send } from "../../../api/send.ts";
import type { Sending } from "../../../api/send.ts";

/**
 * Calls a project's REST API as the signed-in user. `path` is the part after `/v2`, with encoded segments.
 *
 * @example
 * await gateway<RoomBody>(projectId, "GET", roomPath(roomId));
 */
export async function gateway<T>(projectId: string, method: string, path: string, sending: Sending = {}): Promise<T> {
  return (await send(method, gatewayAddress(projectId, path), sending)) as T;
}

/** The address of a call of a project's REST API. */
export function gatewayAddress(projectId: string, path: string): string {
  return `/internal/projects/${encodeURIComponent(projectId)}/api${path}`;
}

export function roomPath(roomId: string): string {
  return `/rooms/${encodeURIComponent(roomId)}`;
}

/** The bytes of an answer that is not JSON. */
export async function gatewayBytes(projectId: string, path: string, signal?: AbortSignal): Promise<Uint8Array> {
  let response: Response;
  try {
    response = await fetch(gatewayAddress(projectId, path), { credentials: "same-origin", signal: signal ?? null });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new RequestFailed({ status: 0, code: "UNREACHABLE", message: "The server could not be reached.", cause });
  }
  if (response.ok) return new Uint8Array(await response.arrayBuffer());
  const body = (await response.json().catch(() => ({}))) as { error?: string; message?: string; requestId?: string };
  throw new RequestFailed({
    status: response.status,
    code: body.error ?? "UNKNOWN",
    message: body.message ?? `The server returned status ${response.status}.`,
    requestId: body.requestId ?? response.headers.get("x-request-id") ?? undefined,
  });
}
