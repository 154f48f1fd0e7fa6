/** `weft inspect`: prints what a room contains at this moment, from the REST API of a running server. */
import { StartRefused } from "../config.ts";

export interface InspectOptions {
  readonly room: string;
  /** The address of the server, such as `http://localhost:7070`. */
  readonly url: string;
  /** A secret key of the room's project. */
  readonly secretKey: string;
}

interface Description {
  readonly room: unknown;
  readonly activeUsers: unknown;
  readonly storage: unknown;
}

/**
 * The room, the users who are connected to it, and its Storage as JSON. Rejects with `StartRefused` if the server can't be
 * reached or refuses the call.
 */
export async function inspectRoom({ room, url, secretKey }: InspectOptions): Promise<Description> {
  const base = `${url.replace(/\/$/, "")}/v2/rooms/${encodeURIComponent(room)}`;
  const get = (path: string) => call(`${base}${path}`, secretKey);
  const found = await get("");
  const [users, storage] = await Promise.all([get("/active_users"), get("/storage?format=json")]);
  return { room: found, activeUsers: (users as { data: unknown }).data, storage };
}

async function call(address: string, secretKey: string): Promise<unknown> {
  const response = await fetch(address, { headers: { Authorization: `Bearer ${secretKey}` } }).catch(
    (cause: unknown) => {
      throw new StartRefused(`The server can't be reached at ${new URL(address).origin}. Is it running?`, { cause });
    },
  );
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as unknown;
  throw new StartRefused(`The server answered ${response.status}: ${messageOf(text)}`);
}

function messageOf(text: string): string {
  try {
    const { message, suggestion } = JSON.parse(text) as { message?: string; suggestion?: string };
    return [message, suggestion].filter(Boolean).join(" ");
  } catch {
    return text.slice(0, 200);
  }
}
