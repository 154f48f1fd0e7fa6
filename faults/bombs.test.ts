import { randomBytes } from "node:crypto";
import { request } from "node:http";
import type { Duplex } from "node:stream";
import type { JsonObject } from "@weft/protocol";
import { startServer } from "@weft/testkit";
import { expect, test } from "vitest";
import { MiB, loopHungMs, spawnProbedServer } from "./support/probed-server.ts";
import { addressOf, openRawClient } from "./support/raw-client.ts";
import type { RawClientOptions } from "./support/raw-client.ts";
import { report } from "./support/report.ts";
import { call, createRoom, readStorage, tokenFor } from "./support/rest.ts";
import { arrival } from "./support/until.ts";

/** Upgrades by hand, so that the offer of an extension and the bits of a frame are the test's own. */
function upgrade(
  options: RawClientOptions,
  extensions: string,
): Promise<{ readonly accepted: string | undefined; readonly socket: Duplex }> {
  const { host, pathname, search } = new URL(addressOf(options));
  return new Promise((resolve, reject) => {
    const asking = request({
      host: host.split(":")[0],
      port: Number(host.split(":")[1]),
      path: pathname + search,
      headers: {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": randomBytes(16).toString("base64"),
        "sec-websocket-extensions": extensions,
      },
    });
    asking.on("upgrade", (response, socket) =>
      resolve({ accepted: response.headers["sec-websocket-extensions"], socket }),
    );
    asking.on("error", reject);
    asking.end();
  });
}

test("[S3] an offer of compression is not taken up, and a compressed frame ends the connection", async () => {
  await using server = await startServer();
  await createRoom(server, "r");
  const { accepted, socket } = await upgrade({ ...server, room: "r" }, "permessage-deflate; client_max_window_bits");
  expect(accepted).toBe(undefined);
  const closed = new Promise<number>((resolve) => {
    let bytes = Buffer.alloc(0);
    socket.on("data", (data: Buffer) => {
      bytes = Buffer.concat([bytes, data]);
      // The server's last frame is a close frame with two bytes and a reason.
      const at = bytes.indexOf(0x88);
      if (at >= 0 && bytes.length >= at + 4) resolve(bytes.readUInt16BE(at + 2));
    });
  });
  // FIN, RSV1 (compressed), text; masked with zeros; one byte of payload.
  socket.write(Buffer.from([0xc1, 0x81, 0, 0, 0, 0, 0x00]));
  expect(await arrival("the close", closed)).toBe(1002);
  socket.destroy();
});

test("[S3] bombs of depth, of keys and of size are refused, and delay no one else", async () => {
  await using server = await spawnProbedServer();
  await createRoom(server, "r");
  await createRoom(server, "elsewhere");
  using bystander = await openRawClient({ ...server, room: "elsewhere" });
  const nested = (depth: number) => `[{"type":103,"event":${"[".repeat(depth)}${"]".repeat(depth)}}]`;
  const keys = (count: number) => Array.from({ length: count }, (_, n) => `"${n.toString(36)}":0`).join(",");
  const update = (data: string) => `[{"type":201,"ops":[{"type":3,"id":"root","opId":"0:0","data":${data}}]}]`;
  const bombs: readonly [name: string, text: string, code: number][] = [
    ["10 k open brackets", `[${"[".repeat(10_000)}`, 4000],
    ["depth 1,000", nested(1_000), 4000],
    ["depth 2 M", nested(2_000_000), 4000],
    ["depth 2 M in objects", `[{"type":100,"data":${'{"a":'.repeat(2_000_000)}0${"}".repeat(2_000_000)}}]`, 4000],
    ["4 M values", `[{"type":103,"event":[${"0,".repeat(4_000_000)}0]}]`, 4000],
    ["300 k keys of an object", update(`{${keys(300_000)}}`), 4000],
    ["1.4 M keys of an object", update(`{${keys(1_400_000)}}`), 4000],
    ["1.4 M keys of presence", `[{"type":100,"data":{${keys(1_400_000)}}}]`, 4000],
    ["15 MiB of one string", update(`{"a":"${"x".repeat(15 * MiB)}"}`), 1012],
    ["400 k messages", `[${'{"type":9999},'.repeat(400_000)}{"type":200}]`, 4000],
    ["670 k requests for a document", `[${'{"type":300,"vector":""},'.repeat(670_000)}{"type":200}]`, 4000],
    ["20 k requests for Storage", `[${'{"type":200},'.repeat(20_000)}{"type":200}]`, 4000],
    ["1.5 M empty messages", `[${"{},".repeat(1_500_000)}{"type":200}]`, 4000],
    ["2,000 messages", `[${'{"type":9999},'.repeat(1_900)}{"type":200}]`, 1000],
  ];
  const hung: string[] = [];
  for (const [name, text, code] of bombs) {
    using client = await openRawClient({
      ...server,
      room: "r",
      publicKey: undefined,
      token: await tokenFor(server, name),
    });
    await server.read();
    client.sendText(text);
    // Code 1000 stands for no close: the frame is taken, to its last message, which asks for Storage.
    const end =
      code === 1000
        ? void (await client.hear("the answer to its last message", ({ type }) => type === 211))
        : await arrival(name, client.closed);
    const { loopMaxMs, loopMaxCpuMs } = await server.read();
    report("S3", {
      bomb: name,
      "MB sent": text.length / 1e6,
      close: end?.code ?? "none",
      "loop max ms": loopMaxMs,
      "loop max CPU ms": loopMaxCpuMs,
    });
    expect(end?.code ?? 1000, name).toBe(code);
    if (loopMaxCpuMs > loopHungMs) hung.push(`${name}: ${Math.round(loopMaxCpuMs)} ms`);
  }
  expect(hung, "bombs that held the loop without an end").toEqual([]);
  await bystander.apply([{ type: 3, id: "root", opId: `${bystander.actor}:0`, data: { fine: true } }]);
  expect(server.errors.split("\n").filter((line) => line !== "" && !line.startsWith("probe "))).toEqual([]);
});

test("[S3] a frame over the limit closes its connection with 4000, and its sender may reconnect at once", async () => {
  await using server = await startServer({ limits: { frame: 1 * MiB } });
  await createRoom(server, "r");
  const token = await tokenFor(server, "insistent");
  const codes: number[] = [];
  // With a token, and anonymously: in neither case does the server block the user or the address.
  for (const options of [
    { ...server, room: "r", publicKey: undefined, token },
    { ...server, room: "r" },
  ]) {
    for (let n = 0; n < 4; n++) {
      using client = await openRawClient(options);
      client.sendText("x".repeat(2 * MiB));
      codes.push((await arrival("the close", client.closed)).code);
    }
    using next = await openRawClient(options);
    expect(next.open).toBe(true);
  }
  expect(codes).toEqual(Array.from({ length: 8 }, () => 4000));
  report("S3", { "oversized frames": codes.join(" ") });
});

test("[S3] names with a meaning in JavaScript round-trip as keys, room ids and user ids", async () => {
  await using server = await startServer();
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "prototype", "__defineGetter__"];
  const fields = `{${names.map((name, n) => `"${name}":${n}`).join(",")}}`;
  const parsed = () => JSON.parse(fields) as JsonObject;
  for (const name of names) {
    await createRoom(server, name);
    const token = await tokenFor(server, name, JSON.parse(`{"${name}":["*:write"]}`) as never, { userInfo: parsed() });
    using client = await openRawClient({ ...server, room: name, publicKey: undefined, token });
    using other = await openRawClient({ ...server, room: name });
    expect(Object.values(other.state.users)).toEqual([{ id: name, info: parsed(), scopes: ["*:write"] }]);
    expect(Object.hasOwn(Object.values(other.state.users)[0]!.info!, "__proto__")).toBe(true);

    client.sendText(`[{"type":100,"targetActor":-1,"data":${fields}}]`);
    client.sendText(`[{"type":100,"data":{"__proto__":{"x":1}}}]`);
    const presence = await other.hear("presence", ({ type }) => type === 100);
    expect(Object.hasOwn(presence.data!, "__proto__")).toBe(true);
    expect(JSON.stringify(presence.data)).toContain('"constructor":1');

    const actor = client.actor;
    const op = (clock: number, rest: JsonObject): JsonObject => ({ opId: `${actor}:${clock}`, ...rest });
    await client.apply([
      op(0, { type: 3, id: "root", data: parsed() }),
      op(1, { type: 7, id: `${actor}:map`, parentId: "root", parentKey: "map" }),
      ...names.map((key, n) =>
        op(2 + n, { type: 8, id: `${actor}:${n}`, parentId: `${actor}:map`, parentKey: key, data: n }),
      ),
      op(20, { type: 4, id: "constructor", parentId: "root", parentKey: "child", data: parsed() }),
    ]);
    const storage = await readStorage(server, name);
    const expected = `{"map":${fields},"child":${fields}}`;
    expect(JSON.stringify(storage["map"])).toBe(fields);
    expect(JSON.stringify(storage["child"])).toBe(fields);
    for (const key of names) expect(Object.hasOwn(storage, key), `${key} of ${expected}`).toBe(true);
    await client.apply([op(21, { type: 6, id: "root", key: "__proto__" })]);
    expect(Object.hasOwn(await readStorage(server, name), "__proto__")).toBe(false);
    const { status, body } = await call(server, "GET", `/v2/rooms/${encodeURIComponent(name)}/active_users`);
    expect(status).toBe(200);
    expect((body as { data: unknown[] }).data).toHaveLength(2);
  }
  expect(Object.hasOwn(Object.prototype, "x")).toBe(false);
});
