/**
 * Nothing that one client, key, copilot, provider, crawled site or identity provider can send holds the event loop for
 * more than 50 ms, on a machine as fast as the one for which `slowness` is 1. Each attack is a row: add yours.
 */
import type { Limits } from "@weft/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openChatClient, question } from "./support/chat-client.ts";
import { hostilePages, hostileStreams, manyKeys, openHostileSite } from "./support/hostile-site.ts";
import { hostileForm, hostileMetadata } from "./support/hostile-provider.ts";
import { leastLoopHold } from "./support/loop-hold.ts";
import { MiB, spawnProbedServer } from "./support/probed-server.ts";
import type { ProbedServer } from "./support/probed-server.ts";
import { openRawClient } from "./support/raw-client.ts";
import type { RawClient } from "./support/raw-client.ts";
import { openWire } from "./support/raw-http.ts";
import { openUnreadWires, partOfFrame, requestOf } from "./support/raw-requests.ts";
import { call, createRoom, live, tokenFor } from "./support/rest.ts";
import type { Site } from "./support/sites.ts";
import { arrival, until } from "./support/until.ts";

interface Attack {
  readonly name: string;
  readonly limits?: Partial<Limits>;
  /** The setup. It is not measured. */
  readonly before?: (server: ProbedServer) => Promise<void>;
  readonly attack: (server: ProbedServer) => Promise<void>;
}

interface AttackFromElsewhere {
  readonly name: string;
  readonly attack: (server: ProbedServer, site: Site) => Promise<void>;
}

const keyOf = ({ secretKey }: ProbedServer) => ({ Authorization: `Bearer ${secretKey}` });

/** When this is answered, the server has handled everything that was sent before. */
async function settled(server: ProbedServer): Promise<void> {
  for (let n = 0; n < 3; n++) await (await fetch(`${server.url}/health/live`)).text();
}

/** Sends requests one after another on several connections, and reads every answer. */
async function converse(server: ProbedServer, request: string, connections: number, times: number): Promise<void> {
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const wire = await openWire(server.port);
      for (let n = 0; n < times && !wire.destroyed; n++) {
        const answered = new Promise<void>((resolve) => {
          wire.once("data", () => resolve());
          wire.once("close", () => resolve());
        });
        wire.write(request);
        await arrival("an answer", answered);
      }
      wire.destroy();
    }),
  );
}

const blanks = " ".repeat(15_000);
/** Headers that parsers of many servers take long for. */
const hostileHeaders: readonly (readonly [string, string])[] = [
  ["Accept-Encoding", `a${blanks}b`],
  ["Accept-Encoding", `br;${blanks}q=0`],
  ["Accept-Encoding", "a,".repeat(7_500)],
  ["Accept", `text/html${blanks}x`],
  ["Authorization", `Bearer ${blanks}x y`],
  ["Content-Type", `application/json;${blanks}a`],
  ["Cookie", `a=${"b;".repeat(7_000)}`],
  ["Cookie", `a${blanks}=b`],
  ["Range", `bytes=${"0-1,".repeat(3_500)}`],
  ["If-None-Match", '"a",'.repeat(3_500)],
  ["If-None-Match", `"a${blanks}`],
  ["X-Forwarded-For", "1.1.1.1,".repeat(1_800)],
  ["X-Forwarded-For", `1.1.1.1${blanks},1`],
  ["Forwarded", `for=${'"'.repeat(14_000)}`],
  ["Origin", `http://${"a.".repeat(7_000)}`],
  ["Accept-Language", "en;q=0.1,".repeat(1_500)],
];
const paths = [
  "/",
  "/sign-in",
  "/docs",
  "/llms-full.txt",
  "/v2/rooms",
  "/v2/c/inbox-notifications",
  "/files/fl_x",
  "/mcp",
];

async function manyCalls(server: ProbedServer, room: string) {
  for (let n = 0; n < 20; n++) {
    const { status } = await call(server, "GET", `/v2/rooms/${room}`);
    expect(status).toBe(200);
  }
}

let chats = 0;
/** Asks the default model, whose provider is the hostile site, until the answer has settled. */
async function ask(server: ProbedServer, text: string): Promise<void> {
  using client = await openChatClient(server.url, await tokenFor(server, `greedy-${chats}`));
  const chat = `c${chats++}`;
  await client.send("ask-in-chat", question(chat, 1, text, { tools: [{ name: "form", parameters: {} }] }));
  await until("the answer to settle", () => client.frames.some(({ event }) => event === "settle"));
}

/** Sends frames to the chats of a user, and reads the answers until the socket is closed or has answered a ping. */
async function sendToChats(server: ProbedServer, frames: readonly string[]): Promise<void> {
  const client = await openChatClient(server.url, await tokenFor(server, `greedy-${chats++}`));
  await client.send("get-chats", {});
  for (const frame of frames) client.sayText(frame);
  client.say("get-chats", {});
  let gone = false;
  void client.closed.then(() => (gone = true));
  await until("the last answer, or the close", () => gone || client.frames.length > frames.length);
  client[Symbol.dispose]();
}

const commandOf = (fields: string) => `{"cmd":"ask-in-chat","cmdId":"c","chatId":"c",${fields}}`;
/** Frames of chats, with as many bytes or values as one may have. */
const chatFrames: Readonly<Record<string, () => string>> = {
  "a frame of many keys": () => `{${manyKeys(24_000)}}`,
  "a command of many keys": () =>
    commandOf(`"generationOptions":{"tools":[{"name":"a","parameters":{${manyKeys(24_000)}}}]}`),
  "a command of many tools": () =>
    commandOf(
      `"targetMessageId":"ms_a","sourceMessage":"ms_u","generationOptions":{"tools":[${'{"name":"a","parameters":{}},'.repeat(9_000)}{}]}`,
    ),
  "a command of values that are no knowledge": () =>
    commandOf(
      `"targetMessageId":"ms_a","sourceMessage":"ms_u","generationOptions":{"knowledge":[${"0,".repeat(24_000)}0]}`,
    ),
  "a command that is nested": () => commandOf(`"generationOptions":${"[".repeat(60)}${"]".repeat(60)}`),
  "a text of escapes": () =>
    commandOf(
      `"targetMessageId":"ms_a","generationOptions":{},"sourceMessage":{"id":"ms_u","parentMessageId":null,"content":[{"type":"text","text":"${"\\u0041".repeat(170_000)}"}]}`,
    ),
  "a frame that is not JSON": () => `${"[".repeat(60)}${'"'.repeat(1_000_000)}`,
};

async function addSource(server: ProbedServer, path: string, init: (copilotId: string) => RequestInit): Promise<void> {
  const copilot = {
    name: "C",
    systemPrompt: "Help.",
    provider: "openai",
    providerModel: "gpt-5",
    providerApiKey: "sk-test",
  };
  const { body } = await call(server, "POST", "/v2/ai/copilots", copilot);
  const copilotId = (body as { id: string }).id;
  const sources = `/v2/ai/copilots/${copilotId}/knowledge`;
  const { headers, ...sent } = init(copilotId);
  const response = await fetch(server.url + sources + path, {
    ...sent,
    headers: { ...keyOf(server), ...(headers as object) },
  });
  expect(response.status).toBe(200);
  const { id } = (await response.json()) as { readonly id: string };
  await until("the source to be read", async () => {
    const source = await call(server, "GET", `${sources}/${id}`);
    return (source.body as { readonly status: string }).status !== "ingesting";
  });
}

const addPage = (server: ProbedServer, site: Site, path: string, type = "individual_link") =>
  addSource(server, "/web", (copilotId) => ({
    method: "POST",
    body: JSON.stringify({ copilotId, url: site.url + path, type }),
    headers: { "content-type": "application/json" },
  }));

const attacks: readonly Attack[] = [
  ...paths.map((path): Attack => {
    const requests = hostileHeaders.map(([name, value]) => requestOf("GET", path, { [name]: value }));
    return {
      name: `[A5] hostile headers to ${path}`,
      before: (server) => converse(server, requestOf("GET", path), 1, 20),
      async attack(server) {
        for (const request of requests) await converse(server, request, 4, 2);
      },
    };
  }),
  {
    name: "[A2] pipelined requests for a long text, unread",
    before: (server) => converse(server, requestOf("GET", "/v2/openapi.json"), 1, 20),
    async attack(server) {
      for (const path of ["/llms-full.txt", "/v2/openapi.json"]) {
        using _ = await openUnreadWires(server.port, 10, requestOf("GET", path).repeat(1_400));
        await settled(server);
      }
    },
  },
  {
    name: "[A2] requests for a long text on many connections, unread",
    before: (server) => converse(server, requestOf("GET", "/v2/openapi.json"), 1, 20),
    async attack(server) {
      for (const path of ["/llms-full.txt", "/v2/openapi.json"]) {
        using _ = await openUnreadWires(server.port, 100, requestOf("GET", path));
        await settled(server);
      }
    },
  },
  {
    name: "[A6] unread answers of one key",
    async before(server) {
      const items = Array.from({ length: 40 }, (_, n) => [`b${n}`, live.object({ text: "x".repeat(100_000) })]);
      await createRoom(server, "r", { storage: live.object(Object.fromEntries(items)) });
      for (let n = 0; n < 5; n++) await call(server, "GET", "/v2/rooms/r/storage");
    },
    async attack(server) {
      using _ = await openUnreadWires(server.port, 60, requestOf("GET", "/v2/rooms/r/storage", keyOf(server)));
      await settled(server);
    },
  },
  {
    name: "[A7] uploads that are announced and do not arrive",
    before: (server) => createRoom(server, "r"),
    async attack(server) {
      const path = `/v2/rooms/r/storage/files/fl_${"a".repeat(21)}/upload/a.txt`;
      const head = requestOf("PUT", path, { ...keyOf(server), "Content-Length": 5 * MiB });
      using _ = await openUnreadWires(server.port, 60, head);
      await settled(server);
      await manyCalls(server, "r");
    },
  },
  {
    name: "[A26] bodies of JSON that are not finished",
    before: (server) => createRoom(server, "r"),
    async attack(server) {
      const head = requestOf(
        "POST",
        "/v2/rooms",
        { ...keyOf(server), "Content-Length": 9.5 * MiB },
        "x".repeat(9 * MiB),
      );
      using _ = await openUnreadWires(server.port, 30, head);
      await settled(server);
      await manyCalls(server, "r");
    },
  },
  {
    name: "[A26] frames that are not finished",
    before: (server) => createRoom(server, "r"),
    async attack(server) {
      const clients: RawClient[] = [];
      try {
        for (let n = 0; n < 20; n++) {
          const token = await tokenFor(server, "greedy");
          clients.push(await openRawClient({ url: server.url, room: "r", token }));
        }
        const part = partOfFrame(16 * MiB - 1, 14 * MiB);
        for (const client of clients) client.wire.write(part);
        await Promise.any(clients.map(({ closed }) => closed));
        await settled(server);
        await manyCalls(server, "r");
      } finally {
        for (const client of clients) client.cut();
      }
    },
  },
  {
    name: "[B1] a burst of calls, each on a connection of its own",
    limits: { restRatePerSecond: 10_000, restRateBurst: 10_000 },
    async before(server) {
      await createRoom(server, "r");
      await manyCalls(server, "r");
    },
    async attack(server) {
      const request = requestOf("GET", "/v2/rooms/r", { ...keyOf(server), Connection: "close" });
      await converse(server, request, 350, 1);
    },
  },
];

/**
 * Attacks that come neither over REST nor through rooms. One server receives them all, with a hostile site as every
 * other party.
 */
const fromElsewhere: readonly AttackFromElsewhere[] = [
  ...Object.entries(chatFrames).map(([name, frame]): AttackFromElsewhere => ({
    name: `chats: ${name}`,
    attack: async (server) => {
      const frames = Array.from({ length: 5 }, frame);
      await Promise.all(Array.from({ length: 3 }, () => sendToChats(server, frames)));
    },
  })),
  ...Object.keys({ ...hostileStreams, refuse: "" }).map((name): AttackFromElsewhere => ({
    name: `a provider's stream: ${name}`,
    attack: async (server) => void (await Promise.all([1, 2].map(() => ask(server, name)))),
  })),
  ...Object.keys(hostilePages).map((path): AttackFromElsewhere => ({
    name: `a page with ${path.slice(1)}, for the preview of a link and as knowledge`,
    async attack(server, site) {
      const authorization = `Bearer ${await tokenFor(server, "greedy")}`;
      const query = new URLSearchParams({ url: `${site.url}${path}?${chats++}` }).toString();
      await (await fetch(`${server.url}/v2/c/urls/metadata?${query}`, { headers: { authorization } })).text();
      await addPage(server, site, path);
    },
  })),
  {
    name: "a site's robots.txt and sitemap",
    attack: (server, site) => addPage(server, site, "/sitemap.xml", "sitemap"),
  },
  ...Object.entries(hostileMetadata).map(([name, metadata]): AttackFromElsewhere => ({
    name: `an identity provider's metadata: ${name}`,
    async attack(server) {
      const owner = await ownerOf(server);
      const path = `/internal/teams/${owner.team}/sso/metadata`;
      const statuses = await Promise.all([1, 2].map(() => owner.post(path, { metadata: metadata() })));
      // None of it is metadata.
      for (const status of statuses) expect([400, 422, 429]).toContain(status);
    },
  })),
  {
    name: "an identity provider's form",
    async attack(server) {
      const { team } = await ownerOf(server);
      const response = await fetch(`${server.url}/internal/auth/sso/${team}/acs`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://idp.test" },
        body: hostileForm(),
        redirect: "manual",
      });
      expect(response.status).toBe(303);
    },
  },
];

interface Owner {
  readonly team: string;
  /** Answers the status. */
  readonly post: (path: string, body: object) => Promise<number>;
}

const owners = new WeakMap<ProbedServer, Promise<Owner>>();

/** The first account of a server, which owns its team. */
function ownerOf(server: ProbedServer): Promise<Owner> {
  let owner = owners.get(server);
  if (owner === undefined) owners.set(server, (owner = signUp(server)));
  return owner;
}

async function signUp({ url }: ProbedServer): Promise<Owner> {
  const headers = { origin: url, "x-weft-csrf": "1", "content-type": "application/json" };
  const post = (path: string, body: object, cookie = "") =>
    fetch(url + path, { method: "POST", headers: { ...headers, cookie }, body: JSON.stringify(body) });
  const person = { email: "ada@weft.test", password: "correct horse battery", firstName: "Ada", teamName: "Engines" };
  await post("/internal/auth/sign-up/email", person);
  const { email, password } = person;
  const entered = await post("/internal/auth/sign-in/email", { email, password });
  expect(entered.status).toBe(200);
  const cookie = entered.headers
    .getSetCookie()
    .map((one) => one.split(";", 1)[0])
    .join("; ");
  const me = (await (await fetch(`${url}/internal/me`, { headers: { cookie } })).json()) as {
    readonly teams: readonly { readonly id: string }[];
  };
  return {
    team: me.teams[0]!.id,
    async post(path, body) {
      const response = await post(path, body, cookie);
      await response.text();
      return response.status;
    },
  };
}

test.for(attacks)("the event loop is held for at most 50 ms by: $name", async ({ name, limits, before, attack }) => {
  await using server = await spawnProbedServer({ limits: { connectionsPerUserInRoom: 100, ...limits } });
  await before?.(server);
  const { heldMs, mostMs } = await leastLoopHold(server, name, () => attack(server));
  expect(heldMs).toBeLessThanOrEqual(mostMs);
});

describe("from elsewhere", () => {
  let site: Site;
  let server: ProbedServer;
  beforeAll(async () => {
    site = await openHostileSite();
    server = await spawnProbedServer({
      limits: {
        knowledgeRequestGapMs: 1,
        knowledgeExtractionMs: 2_000,
        knowledgePages: 3,
        restUserRatePerSecond: 10_000,
        restUserRateBurst: 10_000,
      },
      outbound: "any",
      env: {
        WEFT_AI_PROVIDER: "openai-compatible",
        WEFT_AI_MODEL: "m",
        WEFT_AI_URL: site.url,
        WEFT_AI_KEY: "k",
      },
    });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  test.for(fromElsewhere)("the event loop is held for at most 50 ms by: $name", async ({ name, attack }) => {
    const { heldMs, mostMs } = await leastLoopHold(server, name, () => attack(server, site));
    expect(heldMs).toBeLessThanOrEqual(mostMs);
  });
});
