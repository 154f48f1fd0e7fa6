import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createChats, createCursors } from "@weft/collab";
import type { CopilotInUse, ModelCall, ModelEvent, ProjectRecord, TokenClaims } from "@weft/collab";
import { createMemoryChatRecords } from "@weft/collab/suites/memory-chat-records.ts";
import { WeftError } from "@weft/protocol";
import type { AiEvent, Limits, ProjectId } from "@weft/protocol";
import { createManualClock, limitsWith } from "@weft/room/suites/fakes.ts";
import { pino } from "pino";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { openUnreadInput } from "../held-memory.ts";
import { createErrorBoundary } from "../error-boundary.ts";
import { createSocketCounts } from "../socket/socket-admission.ts";
import { openAiSocket } from "./ai-socket.ts";
import type { AiSocketOptions } from "./ai-socket.ts";

const project = "p1" as ProjectId;
const hourMs = 3_600_000;

interface World {
  readonly limits?: Partial<Limits>;
  readonly parts?: Partial<AiSocketOptions>;
}

/**
 * Chats behind a real port, with clocks that a test moves. A token is `project/organization/user`, and may be followed by
 * when it expires.
 */
async function world({ limits: changed, parts }: World = {}) {
  const stack = new AsyncDisposableStack();
  const clock = createManualClock();
  const limits = limitsWith(changed ?? {});
  const log = pino({ level: "silent" });
  const contained: unknown[] = [];
  let generation = 0;
  const said = Promise.withResolvers<void>();
  const copilot: CopilotInUse = {
    name: "Helper",
    systemPrompt: "Help.",
    alwaysUseKnowledge: false,
    model: { provider: "openai", name: "gpt-5", apiKey: "sk" },
  };
  const chats = stack.use(
    createChats({
      records: createMemoryChatRecords(),
      models: {
        async *stream({ signal }: ModelCall): AsyncIterable<ModelEvent> {
          yield { type: "text", text: "So far" };
          await new Promise<void>((resolve, reject) => {
            void said.promise.then(resolve);
            signal.addEventListener("abort", () => reject(signal.reason as Error));
          });
          yield { type: "end", record: "[]", usage: { input: 1, output: 1 } };
        },
        text: async () => ({ text: "A title", usage: { input: 1, output: 1 } }),
      },
      copilots: { use: async () => copilot },
      knowledge: { knows: async () => false, search: async () => [] },
      budget: {
        ask: async () => undefined,
        begun: () => {},
        ended: () => {},
        isReached: async () => false,
        spent: () => {},
      },
      clock,
      randomId: () => "r",
      node: "n1",
      cursors: createCursors(Buffer.alloc(32, 1)),
      failed: () => {},
      commandFailed: (error) => contained.push(error),
      limits,
    }),
  );
  const socket = stack.use(
    openAiSocket({
      chats,
      tokens: {
        async verify(token: string, now: number) {
          const [name, organizationId, userId, expiresAt = clock.now() + hourMs] = token.split("/");
          if (name === undefined || userId === undefined) throw new WeftError("INVALID_TOKEN");
          if (Number(expiresAt) < now) throw new WeftError("TOKEN_EXPIRED");
          return { project: name, organizationId, userId, expiresAt: Number(expiresAt), generation: 1 } as TokenClaims;
        },
      },
      projects: { find: async () => ({ id: project, tokenGeneration: generation }) as ProjectRecord },
      clock,
      limits,
      log,
      boundary: createErrorBoundary({ log, contained: () => void contained.push("contained") }),
      trustsProxy: () => false,
      counts: createSocketCounts(),
      unreadInput: stack.use(openUnreadInput(limits, () => performance.now())),
      ...parts,
    }),
  );
  const server = createServer();
  server.on("upgrade", (request, wire, head) => {
    if (socket.takes(request)) socket.upgrade(request, wire, head);
    else wire.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  stack.defer(() => void server.close());
  const { port } = server.address() as AddressInfo;

  function connect(token: string) {
    const client = new WebSocket(`ws://127.0.0.1:${port}/ai/v7?tok=${encodeURIComponent(token)}&version=3.24.2`);
    stack.defer(() => client.terminate());
    const frames: string[] = [];
    let code: number | undefined;
    client.on("error", () => {});
    client.on("message", (data: Buffer) => frames.push(data.toString()));
    const closed = new Promise<number>((resolve) =>
      client.on("close", (given) => {
        code = given;
        resolve(given);
      }),
    );
    const parsed = (): any[] => frames.flatMap((text) => (text === "pong" ? [] : [JSON.parse(text)]));
    let sent = 0;
    return {
      client,
      frames,
      closed,
      opened: once(client, "open"),
      get code() {
        return code;
      },
      say: (frame: string) => client.send(frame),
      /** Sends a command and waits for its answer. */
      async ask(cmd: string, fields: object) {
        const cmdId = `c${sent++}`;
        client.send(JSON.stringify({ cmd, cmdId, ...fields }));
        const answer = () => parsed().find((frame) => frame.cmdId === cmdId || frame.failedCmdId === cmdId);
        await expect.poll(() => answer() ?? code).toBeDefined();
        return answer();
      },
      events: (event: AiEvent["event"]) => parsed().filter((frame) => frame.event === event),
    };
  }
  return {
    clock,
    contained,
    connect,
    /** Lets the model end its answer. */
    finish: () => said.resolve(),
    async connected(token = "p1/org/ada") {
      const one = connect(token);
      await one.opened;
      await one.ask("get-chats", {});
      return one;
    },
    revoke: () => void (generation = 2),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const asking = (chatId: string, n = 1) => ({
  chatId,
  sourceMessage: { id: `ms_u${n}`, parentMessageId: null, content: [{ type: "text", text: "Where?" }] },
  targetMessageId: `ms_a${n}`,
  generationOptions: {},
});

test.each(["", "nonsense", "p1/org"])(
  "[SE13] a socket with the token %j opens, and is closed with 4001",
  async (token) => {
    await using here = await world();
    const one = here.connect(token);
    await one.opened;
    expect(await one.closed).toBe(4001);
  },
);

test("[SE13] a token that has expired is refused with 4109, but not so fast that clients loop", async () => {
  await using here = await world();
  const one = here.connect(`p1/org/ada/${here.clock.now() - 1}`);
  await one.opened;
  await here.clock.advance(900);
  expect(one.code).toBeUndefined();
  await expect
    .poll(async () => {
      await here.clock.advance(200);
      return one.code;
    })
    .toBe(4109);
});

test("[SE13] a socket is closed with 4109 when its token expires", async () => {
  await using here = await world();
  const one = here.connect(`p1/org/ada/${here.clock.now() + 2_000}`);
  await one.opened;
  await one.ask("get-chats", {});
  await here.clock.advance(1_000);
  expect(one.code).toBeUndefined();
  await here.clock.advance(3_000);
  expect(await one.closed).toBe(4109);
});

test("[SE13] a socket is closed with 4100 after the tokens of its project are revoked", async () => {
  await using here = await world();
  const one = await here.connected();
  here.revoke();
  await here.clock.advance(30_000);
  expect(await one.closed).toBe(4100);
});

test("[SE14] ping is answered with pong, and a frame that is no command closes with 4000", async () => {
  await using here = await world();
  const one = await here.connected();
  one.say("ping");
  await expect.poll(() => one.frames).toContain("pong");
  for (const frame of ["{", "[]", '"text"', '{"cmd":"get-chats"}', '{"cmdId":"c"}']) {
    const other = await here.connected();
    other.say(frame);
    expect(await other.closed, frame).toBe(4000);
  }
  expect(await one.ask("no-such-command", {})).toMatchObject({ event: "cmd-failed", failedCmd: "no-such-command" });
  expect(await one.ask("get-message-tree", {})).toMatchObject({ event: "cmd-failed" });
  expect(one.code).toBeUndefined();
});

test("[SE14] a frame that is too large closes with 4000, and one beyond that is not read", async () => {
  await using here = await world({ limits: { chatFrame: 2_000 } });
  const fits = await here.connected();
  expect(await fits.ask("get-message-tree", { chatId: "x".repeat(1_500) })).toMatchObject({ event: "cmd-failed" });
  const large = await here.connected();
  large.say(JSON.stringify({ cmd: "get-chats", cmdId: "c", x: "x".repeat(2_000) }));
  expect(await large.closed).toBe(4000);
  const huge = await here.connected();
  huge.say("x".repeat(10_000));
  expect([1006, 1009]).toContain(await huge.closed);
});

test.for([
  ["nested too deeply", `{"cmd":"get-chats","cmdId":"c","x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
  ["nested a little too deeply", `{"x":${"[".repeat(600)}${"]".repeat(600)}}`],
  ["of too many values", `{"x":[${"1,".repeat(250_000)}1]}`],
])("[SE14] a frame %s closes with 4000 before it is parsed", async ([, frame]) => {
  await using here = await world();
  const one = await here.connected();
  one.say(frame!);
  expect(await one.closed).toBe(4000);
  expect(here.contained).toEqual([]);
  expect(await (await here.connected()).ask("get-chats", {})).toMatchObject({ chats: [] });
});

test("[SE14] commands that arrive before the token is verified are carried out, up to a number", async () => {
  const verified = Promise.withResolvers<void>();
  await using here = await world({
    limits: { chatCommandsBurst: 3 },
    parts: {
      tokens: {
        async verify() {
          await verified.promise;
          return { project, userId: "ada", expiresAt: 2 * 1_800_000_000_000, generation: 1 } as TokenClaims;
        },
      },
    },
  });
  const [early, hasty] = [here.connect("t"), here.connect("t")];
  await Promise.all([early.opened, hasty.opened]);
  const answers = ["a", "b"].map((chatId) => early.ask("get-message-tree", { chatId }));
  early.say("ping");
  for (let n = 0; n < 4; n++) hasty.say(JSON.stringify({ cmd: "get-chats", cmdId: `${n}` }));
  await expect.poll(() => early.frames).toEqual(["pong"]);
  expect(await hasty.closed).toBe(4000);
  verified.resolve();
  expect(await Promise.all(answers)).toMatchObject([{ chatId: "a" }, { chatId: "b" }]);
});

test("[SE15] too many commands, connections of a user or of an address close with 1013", async () => {
  await using here = await world({
    limits: { chatCommandsPerSecond: 1, chatCommandsBurst: 3, chatConnectionsPerUser: 2, connectionsPerAddress: 4 },
  });
  const flooding = await here.connected();
  for (let n = 0; n < 5; n++) flooding.say(JSON.stringify({ cmd: "get-chats", cmdId: `${n}` }));
  expect(await flooding.closed).toBe(1013);

  await here.connected();
  await here.connected();
  const third = here.connect("p1/org/ada");
  expect(await third.closed).toBe(1013);
  await here.connected("p1/org/bob");
  await here.connected("p1/org/eve");
  const fifth = here.connect("p1/org/dan");
  expect(await fifth.closed).toBe(1013);
});

test("[SE15] a client that says nothing is disconnected, and one that does not get its token checked in time", async () => {
  await using here = await world();
  const one = await here.connected();
  // It answers no ping.
  one.client.pause();
  await here.clock.advance(70_000);
  one.client.resume();
  expect(await one.closed).toBe(1006);

  await using stuck = await world({ parts: { tokens: { verify: () => new Promise(() => {}) } } });
  const other = stuck.connect("t");
  await other.opened;
  await expect
    .poll(async () => {
      await stuck.clock.advance(6_000);
      return other.code;
    })
    .toBe(1013);
});

test("[SE16] S5: chats reach their own user alone, in their own organization and project", async () => {
  await using here = await world();
  const ada = await here.connected("p1/org/ada");
  const others = await Promise.all(["p1/org/bob", "p1/else/ada", "p2/org/ada"].map((token) => here.connected(token)));
  const tab = await here.connected("p1/org/ada");
  for (const one of [...others, tab])
    expect(await one.ask("get-message-tree", { chatId: "c" })).toMatchObject({ messages: [] });
  await ada.ask("ask-in-chat", asking("c"));
  await expect.poll(() => tab.events("delta")).toHaveLength(1);
  // While it is generated, no other user reads, aborts, answers or deletes it.
  for (const one of others) {
    expect((await one.ask("get-chats", {})).chats).toEqual([]);
    expect((await one.ask("get-message-tree", { chatId: "c" })).messages).toEqual([]);
    expect(await one.ask("abort-ai", { messageId: "ms_a1" })).toMatchObject({ ok: true });
    const result = { chatId: "c", messageId: "ms_a1", invocationId: "i", result: { data: {} }, generationOptions: {} };
    expect(await one.ask("set-tool-result", result)).toMatchObject({ ok: false });
    await one.ask("delete-message", { chatId: "c", messageId: "ms_a1" });
    await one.ask("clear-chat", { chatId: "c" });
    await one.ask("delete-chat", { chatId: "c" });
    const regenerate = { ...asking("c"), sourceMessage: "ms_u1", targetMessageId: "ms_a9" };
    expect(await one.ask("ask-in-chat", regenerate)).toMatchObject({ event: "cmd-failed" });
  }
  here.finish();
  await expect.poll(() => tab.events("settle")).toMatchObject([{ message: { id: "ms_a1", status: "completed" } }]);
  for (const one of others) {
    expect((await one.ask("get-chats", {})).chats).toEqual([]);
    for (const event of ["delta", "settle", "sync"] as const) expect(one.events(event)).toEqual([]);
    expect(one.frames.join()).not.toContain("So far");
  }
  expect(here.contained).toEqual([]);
});

test("[SE16] a socket that closes while its question is answered leaves the answer to the next one", async () => {
  await using here = await world();
  const first = await here.connected();
  await first.ask("ask-in-chat", asking("c"));
  await expect.poll(() => first.events("delta")).toHaveLength(1);
  first.client.terminate();
  await first.closed;
  const second = await here.connected();
  await expect
    .poll(() => second.events("sync").flatMap(({ messages = [] }) => messages))
    .toMatchObject([{ id: "ms_u1" }, { id: "ms_a1", status: "generating", contentSoFar: [{ text: "So far" }] }]);
  here.finish();
  await expect.poll(() => second.events("settle")).toMatchObject([{ message: { id: "ms_a1", status: "completed" } }]);
});
