import { WebSocket } from "ws";
import type { InspectMessage } from "@weft/protocol";

/** A user who is signed in to the site of a test server, as a browser would be. */
export interface SiteMember {
  /** The first account of a fresh server: its first team owns the demo project. */
  readonly project: string;
  readonly cookie: string;
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: any; headers: Headers }>;
  /** Opens the inspector of a room. */
  inspect(roomId: string, change?: { readonly headers?: Record<string, string> }): Inspection;
}

export interface Inspection {
  readonly messages: InspectMessage[];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  /** The status of an upgrade that was refused. */
  readonly refused: Promise<number>;
  readonly socket: WebSocket;
}

let people = 0;

export async function signUp(url: string, { teamName = "Engines" } = {}): Promise<SiteMember> {
  const marks = { "content-type": "application/json", "x-weft-csrf": "1", "sec-fetch-site": "same-origin" };
  const person = {
    email: `person-${++people}@weft.test`,
    password: "correct horse battery",
    firstName: "Ada",
    lastName: "Lovelace",
    teamName,
  };
  const post = async (path: string) => {
    const response = await fetch(`${url}/internal/auth/${path}`, {
      method: "POST",
      headers: marks,
      body: JSON.stringify(person),
    });
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  await post("sign-up/email");
  const signedIn = await post("sign-in/email");
  const cookie = signedIn.headers
    .getSetCookie()
    .map((text) => text.split(";", 1)[0]!)
    .join("; ");
  const member: SiteMember = {
    project: "demo",
    cookie,
    async call(method, path, body) {
      const response = await fetch(url + path, {
        method,
        headers: { ...marks, cookie },
        ...(body === undefined ? undefined : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json(), headers: response.headers };
    },
    inspect(roomId, { headers } = {}) {
      const address = `${url.replace(/^http/, "ws")}/internal/projects/${member.project}/inspect?roomId=${encodeURIComponent(roomId)}`;
      const socket = new WebSocket(address, { headers: { cookie, origin: url, ...headers } });
      const messages: InspectMessage[] = [];
      const refused = new Promise<number>((resolve) =>
        socket.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0)),
      );
      socket.on("message", (data: Buffer) => messages.push(JSON.parse(data.toString()) as InspectMessage));
      socket.on("error", () => {});
      const closed = new Promise<{ code: number; reason: string }>((resolve) =>
        socket.on("close", (code, reason: Buffer) => resolve({ code, reason: reason.toString() })),
      );
      return { messages, closed, refused, socket };
    },
  };
  return member;
}
