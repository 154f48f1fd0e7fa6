import { RequestFailed } from "./request-failed.ts";

export interface Sending {
  /** Members that are undefined or null are left out; lists are repeated. */
  query?: Record<string, unknown> | undefined;
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** The only status that is a success. Without, all of 200 to 299 are. */
  status?: number | undefined;
}

/**
 * Sends a request to this server and answers the JSON of its body, or undefined when there is none. For what is not
 * declared as a route of the site, such as a project's REST API under `/internal/projects/{projectId}/api`; else use
 * `request`.
 */
export async function send(
  method: string,
  address: string,
  { query, body, signal, status }: Sending = {},
): Promise<unknown> {
  const headers = new Headers({ Accept: "application/json" });
  if (body !== undefined) headers.set("Content-Type", "application/json");
  // Another site cannot set this header without asking, so a write that carries it was made here.
  if (method !== "GET" && method !== "HEAD") headers.set("X-Weft-CSRF", "1");

  let response: Response;
  try {
    response = await fetch(address + queryString(query), {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      credentials: "same-origin",
      signal: signal ?? null,
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new RequestFailed({ status: 0, code: "UNREACHABLE", message: "The server could not be reached.", cause });
  }
  const text = await response.text();
  const answer = parse(text);
  if ((status === undefined ? response.ok : response.status === status) && answer !== notJson) return answer;

  const { error, message, suggestion, requestId } = (
    typeof answer === "object" && answer !== null ? answer : {}
  ) as Record<string, unknown>;
  throw new RequestFailed({
    status: response.status,
    code: typeof error === "string" ? error : "UNKNOWN",
    message: typeof message === "string" ? message : `The server answered ${response.status}.`,
    suggestion: typeof suggestion === "string" ? suggestion : undefined,
    requestId: typeof requestId === "string" ? requestId : (response.headers.get("x-request-id") ?? undefined),
  });
}

const notJson = Symbol("not JSON");

function parse(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return notJson;
  }
}

function queryString(query: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) search.append(name, String(one));
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}
