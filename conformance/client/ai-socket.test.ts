/** How the official client reacts to the ways in which the server ends the AI socket, and what copilots know. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { CopilotId } from "@liveblocks/core";
import { openTestData, startServer } from "@weft/testkit";
import { defaultModel, promptOf } from "@weft/testkit/ai-provider";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createCopilot, openChatLobby, openTab, partsOf } from "../support/chat-tabs.ts";
import type { ChatLobby } from "../support/chat-tabs.ts";
import { eventually } from "../support/eventually.ts";
import { closings } from "../support/lobby.ts";
import { hungMs } from "../support/waiting.ts";

async function open(options: Parameters<typeof openChatLobby>[0]): Promise<ChatLobby> {
  const here = await openChatLobby(options);
  onTestFinished(() => here[Symbol.asyncDispose]());
  return here;
}

/** A tab that counts how often it asks for a token. */
function openCountingTab(here: ChatLobby) {
  const asked: unknown[] = [];
  const auth = async (room?: string) => {
    asked.push(room);
    return { token: await here.lobby.accessToken("ada", { "*": ["*:write"] }) };
  };
  return Object.assign(openTab(here, "ada", { auth }), { asked });
}

describe("a socket that the server ends", () => {
  test("with 4109, since its token has expired, reopens with a new token", async () => {
    const here = await open({ limits: { tokenLifetimeMs: 4_000 } });
    const tab = openCountingTab(here);
    await tab.load("chat");
    await eventually(() => expect(closings(tab.frames)).toMatchObject([{ code: 4109 }]));
    await eventually(() => expect(tab.ai.getStatus()).toBe("connected"));
    expect(tab.asked.length).toBeGreaterThanOrEqual(2);
    expect(new Set(tab.addresses).size).toBeGreaterThanOrEqual(2);
    // The tab still has its messages, and the chat continues.
    await tab.ask("chat", "Hello?");
    await tab.settled("chat");
  });

  test("with 4000, for a frame that is too large, stays closed", async () => {
    const here = await open({ limits: { chatFrame: 2_000 } });
    const tab = openCountingTab(here);
    await tab.load("chat");
    await expect(tab.ask("chat", "x".repeat(2_500))).rejects.toThrow();
    await eventually(() => expect(tab.ai.getStatus()).toBe("disconnected"));
    expect(closings(tab.frames)).toMatchObject([{ code: 4000 }]);
    expect(tab.addresses).toHaveLength(1);
  });

  test("with 1013, for too many commands, reopens later with the same token", async () => {
    const here = await open({ limits: { chatCommandsPerSecond: 1, chatCommandsBurst: 3 } });
    const tab = openCountingTab(here);
    await tab.load("chat");
    await Promise.allSettled(Array.from({ length: 5 }, () => tab.ai.getChats()));
    await eventually(() => expect(closings(tab.frames)).toMatchObject([{ code: 1013 }]));
    await eventually(() => expect(tab.addresses.length).toBeGreaterThanOrEqual(2));
    expect(tab.asked).toHaveLength(1);
    expect(new Set(tab.addresses).size).toBe(1);
  });
});

test("a client reconnects to a restarted server with the same token, and its chat continues", async () => {
  await using data = await openTestData();
  const here = await openChatLobby({ data });
  await using provider = here.provider;
  const tab = openCountingTab(here);
  await tab.load("chat");
  provider.script([{ text: "One." }], [{ text: "Two." }]);
  await tab.ask("chat", "First?");
  await tab.settled("chat");
  const { port } = here.lobby.server;
  await here.lobby.server[Symbol.asyncDispose]();
  await eventually(() => expect(closings(tab.frames)).toMatchObject([{ code: 1012 }]));
  await using again = await startServer({ data, port, outbound: "any", env: defaultModel(provider) });
  expect(again.port).toBe(port);
  await eventually(() => expect(tab.ai.getStatus()).toBe("connected"));
  expect(tab.asked).toHaveLength(1);
  await tab.ask("chat", "Second?");
  await tab.settled("chat");
  expect(tab.messages("chat").map(partsOf)).toEqual([["First?"], ["One."], ["Second?"], ["Two."]]);
});

test("an answer searches what its copilot knows, shows each search, and cites the pages that were found", async () => {
  const limits = { knowledgeRequestGapMs: 1, knowledgeRequestGapMaxMs: 1 };
  const here = await open({ limits, env: { WEFT_AI_EMBEDDING_MODEL: "small" } });
  const { api } = here.lobby;
  const site = createServer((request, response) => {
    if (request.url === "/robots.txt") response.writeHead(404).end();
    else
      response
        .setHeader("content-type", "text/html")
        .end("<!doctype html><title>Walruses</title><main><h1>Walruses</h1><p>A walrus has two tusks.</p></main>");
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void site.close());
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/walruses`;
  const { id } = await createCopilot(api, here.provider, { alwaysUseKnowledge: true });
  const copilotId = id as CopilotId;
  const web = await api.createWebKnowledgeSource({ copilotId, url, type: "individual_link" });
  await vi.waitFor(
    async () => {
      const source = await api.getKnowledgeSource({ copilotId, knowledgeSourceId: web.id });
      expect(source.status).toBe("ready");
    },
    { timeout: hungMs, interval: 20 },
  );
  // The passage is embedded a moment after it was read.
  await vi.waitFor(() => expect(here.provider.embedded).toHaveLength(1), { timeout: hungMs, interval: 20 });

  const tab = openTab({ ...here, copilotId }, "ada");
  await tab.load("chat");
  const queries = ["walrus tusks", "tusks of walruses"];
  here.provider.script(
    [{ call: { id: "call_1", name: "search_knowledge", arguments: JSON.stringify({ queries }) } }],
    [{ text: "Two." }],
  );
  await tab.ask("chat", "How many tusks does a walrus have?");
  await tab.settled("chat");
  expect(partsOf(tab.answer("chat"))).toEqual(["retrieval", "retrieval", "Two.", "sources"]);
  const content = tab.answer("chat").content!;
  expect(content.slice(0, 2)).toMatchObject(queries.map((query) => ({ type: "retrieval", kind: "knowledge", query })));
  expect(content[3]).toMatchObject({ sources: [{ title: "Walruses", url: expect.stringContaining(url) as string }] });
  expect(promptOf(here.provider.asked.at(-1)!).result).toContain("A walrus has two tusks.");
  // The searches were embedded together, after the passage.
  expect(here.provider.embedded[1]).toEqual(queries);
});
