/** What happens to users in rooms, and to work in progress, when a project changes: on a whole server. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzip } from "@weft/collab/suites/unzip.ts";
import { pino } from "pino";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { applyUpdate, Doc, encodeStateAsUpdate } from "yjs";
import { readConfig } from "../config.ts";
import { openServer } from "../server.ts";
import type { Server } from "../server.ts";

const patience = { timeout: 20_000 };

/** A server with a folder of its own, which may be started again. */
async function openFolder(limits: Readonly<Record<string, number>> = {}) {
  const data = await mkdtemp(join(tmpdir(), "weft-projects-"));
  const env = { WEFT_PORT: "0", WEFT_DATA: data, WEFT_LOG: "silent", WEFT_LIMITS: JSON.stringify(limits) };
  return {
    start: () => openServer(readConfig(env), pino({ level: "silent" })),
    [Symbol.asyncDispose]: () => rm(data, { recursive: true, force: true }),
  };
}

function siteCaller({ url }: Server, cookie = "") {
  return (method: string, path: string, body?: unknown) =>
    fetch(url + path, {
      method,
      headers: { origin: url, "x-weft-csrf": "1", "content-type": "application/json", cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}

/** A signed-in user with a production project. */
async function openOwner(server: Server) {
  const person = { email: "ada@weft.test", password: "correct horse battery", firstName: "Ada", lastName: "L" };
  await siteCaller(server)("POST", "/internal/auth/sign-up/email", { ...person, teamName: "Engines" });
  const signedIn = await siteCaller(server)("POST", "/internal/auth/sign-in/email", person);
  const cookie = signedIn.headers.getSetCookie()[0]!.split(";", 1)[0]!;
  const site = siteCaller(server, cookie);
  const [{ id: team }] = ((await (await site("GET", "/internal/me")).json()) as { teams: [{ id: string }] }).teams;
  const made = await site("POST", `/internal/accounts/${team}/projects`, { displayName: "Board", type: "prod" });
  const keys = (await made.json()) as { _id: string; publicKey: string; secretKey: string };
  const rest = (method: string, path: string, body?: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${server.url}/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${keys.secretKey}`,
        "content-type": typeof body === "string" ? "application/json" : "application/octet-stream",
      },
      ...(body === undefined ? {} : { body }),
    });
  return { site, cookie, rest, publicKey: keys.publicKey, path: `/internal/projects/${keys._id}` };
}

/** A page that enters a room with a public key, and the state of its connection. */
function enter({ url }: Server, publicKey: string, origin: string) {
  const socket = new WebSocket(`${url.replace("http", "ws")}/v8?roomId=open&version=3.24.0&pubkey=${publicKey}`, {
    origin,
  });
  const page: { socket: WebSocket; entered: boolean; closed?: { code: number; reason: string } } = {
    socket,
    entered: false,
  };
  socket.on("message", () => (page.entered = true));
  socket.on("close", (code, reason) => (page.closed = { code, reason: reason.toString() }));
  return page;
}

test("[AK9] a page of an unlisted origin is rejected, and one whose origin is removed is disconnected", async () => {
  await using folder = await openFolder();
  await using server = await folder.start();
  const { site, rest, publicKey, path } = await openOwner(server);
  await rest("POST", "/rooms", JSON.stringify({ id: "open", defaultAccesses: ["room:write"] }));
  await site("PATCH", path, { allowedOrigins: ["https://example.com"] });

  const foreign = enter(server, publicKey, "https://evil.test");
  await expect
    .poll(() => foreign.closed, patience)
    .toEqual({
      code: 4001,
      reason: "This origin is not allowed to use the project's public key.",
    });
  const own = enter(server, publicKey, "https://example.com");
  await expect.poll(() => own.entered, patience).toBe(true);
  await site("PATCH", path, { allowedOrigins: ["https://elsewhere.example"] });
  await expect.poll(() => own.closed?.code, patience).toBe(4100);
});

test("[AK8] deleting a project disconnects everyone, and restoring it admits them again", async () => {
  await using folder = await openFolder();
  await using server = await folder.start();
  const { site, rest, publicKey, path } = await openOwner(server);
  await rest("POST", "/rooms", JSON.stringify({ id: "open", defaultAccesses: ["room:write"] }));
  const { token } = (await (
    await rest("POST", "/authorize-user", JSON.stringify({ userId: "ada", permissions: { open: ["room:write"] } }))
  ).json()) as { token: string };
  const page = enter(server, publicKey, "https://example.com");
  const user = new WebSocket(`${server.url.replace("http", "ws")}/v8?roomId=open&version=3.24.0&tok=${token}`);
  const codes: number[] = [];
  user.on("close", (code) => codes.push(code));
  await expect.poll(() => page.entered && user.readyState === WebSocket.OPEN, patience).toBe(true);

  await site("DELETE", path, { displayName: "Board" });
  await expect.poll(() => [page.closed?.code, ...codes], patience).toEqual([4100, 4100]);
  const back = enter(server, publicKey, "https://example.com");
  await expect.poll(() => back.closed, patience).toEqual({ code: 4001, reason: "The project is being deleted." });
  await site("POST", `${path}/restore`);
  const again = enter(server, publicKey, "https://example.com");
  await expect.poll(() => again.entered, patience).toBe(true);
});

test("[TK4] tokens that an owner revokes end at once, and users in a room reconnect with a new one", async () => {
  await using folder = await openFolder();
  await using server = await folder.start();
  const { site, rest, path } = await openOwner(server);
  await rest("POST", "/rooms", JSON.stringify({ id: "open", defaultAccesses: [] }));
  const grant = JSON.stringify({ userId: "ada", permissions: { open: ["room:write"] } });
  const tokenOf = async () =>
    ((await (await rest("POST", "/authorize-user", grant)).json()) as { token: string }).token;
  const enterBy = (token: string) => {
    const socket = new WebSocket(`${server.url.replace("http", "ws")}/v8?roomId=open&version=3.24.0&tok=${token}`);
    const user: { entered: boolean; closed?: number } = { entered: false };
    socket.on("message", () => (user.entered = true));
    socket.on("close", (code) => (user.closed = code));
    return user;
  };
  const revoked = await tokenOf();
  const user = enterBy(revoked);
  await expect.poll(() => user.entered, patience).toBe(true);
  expect((await site("POST", `${path}/tokens/revoke`, {})).status).toBe(200);
  // The client fetches another token, and connects with it.
  await expect.poll(() => user.closed, patience).toBe(4100);
  const late = enterBy(revoked);
  await expect.poll(() => late.closed, patience).toBeDefined();
  expect(late.entered).toBe(false);
  const again = enterBy(await tokenOf());
  await expect.poll(() => again.entered, patience).toBe(true);
});

test("[EX1][EX2] the next server to start makes an export, of rooms as they are on disk", async () => {
  await using folder = await openFolder({ jobPollMs: 3_600_000 });
  const inside = new Doc({ guid: "inside" });
  inside.getText("t").insert(0, "selvedge");
  const outside = new Doc();
  outside.getText("t").insert(0, "weft");
  outside.getMap("m").set("inside", inside);
  let cookie = "";
  let path = "";
  {
    await using server = await folder.start();
    const owner = await openOwner(server);
    ({ cookie, path } = owner);
    for (let n = 0; n < 150; n++)
      await owner.rest("POST", "/rooms", JSON.stringify({ id: `room ${n}`, defaultAccesses: [] }));
    const room = "/rooms/room%200";
    await owner.rest("POST", `${room}/storage`, JSON.stringify({ liveblocksType: "LiveObject", data: { n: 1 } }));
    await owner.rest("PUT", `${room}/ydoc`, Buffer.from(encodeStateAsUpdate(outside)));
    expect((await owner.rest("PUT", `${room}/ydoc?guid=inside`, Buffer.from(encodeStateAsUpdate(inside)))).status).toBe(
      200,
    );
    expect((await owner.site("POST", `${path}/exports`)).status).toBe(200);
  }
  await using server = await folder.start();
  const site = siteCaller(server, cookie);
  const shown = async () => ((await (await site("GET", `${path}/exports`)).json()) as Record<string, unknown>[])[0]!;
  await expect.poll(shown, patience).toMatchObject({ state: "done", roomsDone: 150, roomsTotal: 150 });
  const reply = await site("GET", `${path}/exports/${String((await shown())["id"])}/file`);
  const archive = Buffer.from(await reply.arrayBuffer());
  expect(archive.length).toBe((await shown())["sizeBytes"]);

  const files = await unzip(archive);
  expect([...files.keys()].filter((name) => name.endsWith("/room.json"))).toHaveLength(150);
  const folderName = [...files.keys()]
    .find((name) => name.startsWith("rooms/room-0-"))!
    .split("/", 2)
    .join("/");
  const json = (name: string) => JSON.parse(files.get(`${folderName}/${name}`)!.toString()) as Record<string, unknown>;
  expect(json("storage.json")).toEqual({ liveblocksType: "LiveObject", data: { n: 1 } });
  expect(json("document.json")).toMatchObject({ t: ["weft"] });
  const { subdocuments } = json("room.json") as { subdocuments: [{ guid: string; file: string }] };
  expect(subdocuments).toMatchObject([{ guid: "inside" }]);
  const read = new Doc();
  applyUpdate(read, files.get(`${folderName}/${subdocuments[0].file}`)!);
  expect(read.getText("t").toJSON()).toBe("selvedge");
});
