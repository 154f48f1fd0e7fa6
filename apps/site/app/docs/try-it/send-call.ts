import { gatewayAddress } from "../../dashboard/project/shared/gateway.ts";

export interface TryResponse {
  readonly status: number;
  readonly milliseconds: number;
  /** As it is shown: JSON in lines, a text, or how many bytes there are. */
  readonly body: string;
  readonly language: "json" | "text";
}

/** More of a body is not shown. */
const mostShown = 200_000;

/** Sends a call as the signed-in user, through the gateway of the dashboard: no key is in the browser. */
export async function sendCall(
  projectId: string,
  method: string,
  { path, body }: { readonly path: string; readonly body: string | Blob | undefined },
  signal?: AbortSignal,
): Promise<TryResponse> {
  const headers = new Headers({ Accept: "application/json" });
  if (typeof body === "string") headers.set("Content-Type", "application/json");
  else if (body !== undefined) headers.set("Content-Type", "application/octet-stream");
  // Another site cannot set this header without asking, so a write that carries it was made here.
  if (method !== "GET") headers.set("X-Weft-CSRF", "1");
  const start = performance.now();
  const response = await fetch(gatewayAddress(projectId, path), {
    method,
    headers,
    body: body ?? null,
    credentials: "same-origin",
    signal: signal ?? null,
  });
  const bytes = await response.arrayBuffer();
  const milliseconds = Math.round(performance.now() - start);
  return { status: response.status, milliseconds, ...shown(bytes, response.headers.get("content-type") ?? "") };
}

function shown(bytes: ArrayBuffer, type: string): Pick<TryResponse, "body" | "language"> {
  if (bytes.byteLength === 0) return { body: "", language: "text" };
  if (!/json|text/u.test(type)) return { body: `${bytes.byteLength.toLocaleString("en")} bytes`, language: "text" };
  const text = new TextDecoder().decode(bytes);
  const isJson = type.includes("application/json");
  const lines = isJson ? indented(text) : text;
  return {
    body: lines.length > mostShown ? `${lines.slice(0, mostShown)}\n…` : lines,
    language: isJson ? "json" : "text",
  };
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
