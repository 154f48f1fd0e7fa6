/** Components of `@weft/react` that show a user's chats, with a server and a provider that is scripted. */
// First, as the others look for a document when they are loaded.
import "../support/dom.ts";
import { createClient, defineAiTool } from "@weft/client";
import type { AiChatMessage, Chats } from "@weft/client";
import { createLiveblocksContext } from "@weft/react";
import type { AiChatStatus, RegisterAiKnowledgeProps, RegisterAiToolProps, SendAiMessageOptions } from "@weft/react";
import { act, cleanup, render } from "@testing-library/react";
import { createElement as h, Fragment, StrictMode, Suspense } from "react";
import type { ReactNode } from "react";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { openChatLobby, partsOf } from "../support/chat-tabs.ts";
import type { ChatLobby } from "../support/chat-tabs.ts";
import { eventually } from "../support/eventually.ts";

let here: ChatLobby;
let count = 0;
beforeAll(async () => void (here = await openChatLobby()));
afterEach(cleanup);
afterAll(() => here[Symbol.asyncDispose]());

type Bundle = ReturnType<typeof createLiveblocksContext>;

/** A new user's client, with the hooks that are bound to it. */
async function open(user = `user-${count++}`) {
  const client = createClient({
    baseUrl: here.lobby.server.url,
    authEndpoint: async () => ({ token: await here.lobby.accessToken(user, { "*": ["*:write"] }) }),
  });
  onTestFinished(async () => (await client.loadChats()).disconnect());
  return { client, user, ...createLiveblocksContext(client) };
}

/** What a chat's components have shown last. */
interface Shown {
  messages: readonly AiChatMessage[] | undefined;
  status: AiChatStatus | undefined;
  error: Error | undefined;
  send: ReturnType<Bundle["useSendAiMessage"]> | undefined;
}

type ChatHooksUsed = Pick<Bundle, "useAiChatMessages" | "useAiChatStatus" | "useSendAiMessage">;

function chatOf(
  { useAiChatMessages, useAiChatStatus, useSendAiMessage }: ChatHooksUsed,
  chatId: string,
  branch?: string,
) {
  const shown: Shown = { messages: undefined, status: undefined, error: undefined, send: undefined };
  const Chat = () => {
    const { messages, error } = useAiChatMessages(chatId, branch);
    Object.assign(shown, {
      messages,
      error,
      status: useAiChatStatus(chatId, branch),
      send: useSendAiMessage(chatId, { copilotId: here.copilotId }),
    });
    return null;
  };
  return { shown, Chat };
}

const textOf = (element: object) => (element as { readonly textContent: string }).textContent;
const parts = ({ messages }: Shown) => messages?.map((message) => partsOf(message as never));

test("components list, create, fill, follow and delete chats, and those that suspend show the same", async () => {
  const { suspense, ...bundle } = await open();
  const { shown, Chat } = chatOf(bundle, "trip");
  let page: { chats?: unknown; chat?: unknown } = {};
  let suspended: unknown;
  let create: ReturnType<Bundle["useCreateAiChat"]> | undefined;
  let remove: ReturnType<Bundle["useDeleteAiChat"]> | undefined;
  const Page = () => {
    const { chats } = bundle.useAiChats();
    page = { chats: chats?.map(({ title }) => title), chat: bundle.useAiChat("trip").chat?.title };
    create = bundle.useCreateAiChat();
    remove = bundle.useDeleteAiChat();
    return null;
  };
  const Suspended = () => {
    suspended = {
      chats: suspense.useAiChats().chats.map(({ id }) => id),
      chat: suspense.useAiChat("trip").chat.title,
      messages: suspense.useAiChatMessages("trip").messages.map((message) => partsOf(message as never)),
    };
    return null;
  };
  const waiting = h(Suspense, { fallback: "waiting" }, h(Suspended));
  const { container } = render(h(StrictMode, null, h(Page), h(Chat), waiting));
  expect([shown.status, textOf(container)]).toEqual([{ status: "loading" }, "waiting"]);
  await eventually(() => expect([parts(shown), shown.status]).toEqual([[], { status: "idle" }]));
  const gate = Promise.withResolvers<void>();
  here.provider.script([{ text: "Pack " }, { wait: gate.promise }, { text: "light." }]);
  let asked: unknown;
  await act(async () => void (asked = shown.send!("What do I pack?")));
  expect(asked).toMatchObject({ role: "user", chatId: "trip", parentId: null, id: shown.messages![0]!.id });
  await eventually(() => {
    expect(shown.status).toEqual({ status: "generating", partType: "text" });
    expect(parts(shown)).toEqual([["What do I pack?"], ["Pack "]]);
  });
  gate.resolve();
  const messages = [["What do I pack?"], ["Pack light."]];
  await eventually(() => {
    expect([shown.status, parts(shown), page.chat]).toEqual([{ status: "idle" }, messages, "A short title"]);
    expect(suspended).toEqual({ chats: ["trip"], chat: "A short title", messages });
  });
  await create!({ id: "home", title: "At home" });
  await eventually(() => expect(page.chats).toEqual(["At home", "A short title"]));
  await remove!("trip");
  await eventually(() => expect(page.chats).toEqual(["At home"]));
  // A chat that is shown stays as it was.
  expect([page.chat, parts(shown)]).toEqual(["A short title", []]);
});

test("a question in a chat that is not shown goes below what was said there before", async () => {
  const { client, user } = await open();
  const chats = await client.loadChats();
  here.provider.script([{ text: "One." }]);
  const first = await chats.ask("old", "First?", { copilotId: here.copilotId });
  await eventually(() => expect(chats.message("old", first)).toMatchObject({ status: "completed" }));
  const other = await open(user);
  let send: ((message: SendAiMessageOptions & { readonly chatId: string }) => unknown) | undefined;
  const Sender = () => ((send = other.useSendAiMessage()), null);
  render(h(Sender));
  here.provider.script([{ text: "Two." }], [{ text: "Three." }]);
  send!({ chatId: "old", text: "Second?" });
  const { shown, Chat } = chatOf(other, "old");
  render(h(Chat));
  await eventually(() => expect(parts(shown)).toEqual([["First?"], ["One."], ["Second?"], ["Two."]]));
  expect(() => send!({ text: "Where?" } as never)).toThrow("chatId");
  await act(async () => void shown.send!("Third?"));
  await eventually(() => expect(parts(shown)?.slice(4)).toEqual([["Third?"], ["Three."]]));
});

const region = (executed: (near: string) => void, place = "eu"): RegisterAiToolProps["tool"] =>
  defineAiTool<{ region: string }>()({
    description: "The region",
    parameters: { type: "object", properties: { near: { type: "string" } }, required: ["near"] },
    execute: ({ near }) => (executed(near), { data: { region: place } }),
  });

test("tools and knowledge are lent while they are mounted, as they are when the copilot asks", async () => {
  const bundle = await open();
  const { RegisterAiTool, RegisterAiKnowledge } = bundle;
  const { shown, Chat } = chatOf(bundle, "c");
  const executed = vi.fn<(near: string) => void>();
  const page = (tools: readonly RegisterAiToolProps[], knowledge: readonly RegisterAiKnowledgeProps[]): ReactNode =>
    h(
      StrictMode,
      null,
      h(Chat),
      ...tools.map((tool, key) => h(RegisterAiTool, { key, ...tool })),
      ...knowledge.map((each, key) => h(RegisterAiKnowledge, { key: `k${key}`, ...each })),
    );
  const view = render(
    page(
      [
        { name: "region", tool: region(executed) },
        { name: "off", tool: region(executed), enabled: false },
        { name: "elsewhere", tool: region(executed), chatId: "other" },
      ],
      [
        { description: "The path", value: "/", id: "path" },
        { description: "The path", value: "/docs", id: "path" },
      ],
    ),
  );
  await eventually(() => expect(parts(shown)).toEqual([]));
  here.provider.script([{ call: { id: "call_1", name: "region", arguments: '{"near":"Rome"}' } }], [{ text: "eu." }]);
  await act(async () => void shown.send!("Which region?"));
  const said = (place: string) => [{ region: { type: "success", data: { region: place } } }, `${place}.`];
  await eventually(() => expect(parts(shown)?.[1]).toEqual(said("eu")));
  expect(executed.mock.calls).toEqual([["Rome"]]);
  const asked = () => here.provider.asked.at(-1)!.body;
  expect(asked().tools).toMatchObject([{ function: { name: "region" } }]);
  expect(asked().messages[0].content).toContain('"/docs"');
  expect(asked().messages[0].content).not.toContain('"/"');

  view.rerender(page([{ name: "region", tool: region(executed, "us") }], [{ description: "The path", value: "/us" }]));
  here.provider.script([{ call: { id: "call_2", name: "region", arguments: '{"near":"Ohio"}' } }], [{ text: "us." }]);
  await act(async () => void shown.send!("And now?"));
  await eventually(() => expect(parts(shown)?.[3]).toEqual(said("us")));
  expect(asked().messages[0].content).toContain('"/us"');

  view.rerender(page([], []));
  here.provider.script([{ text: "No tools." }]);
  await act(async () => void shown.send!("And without?"));
  await eventually(() => expect(parts(shown)?.[5]).toEqual(["No tools."]));
  expect(asked().tools ?? []).toEqual([]);
  expect(asked().messages[0].content).not.toContain("The path");
});

test("a tool is rendered with its invocation, and answers what the user says", async () => {
  const bundle = await open();
  const { client, RegisterAiTool } = bundle;
  const chats: Chats = await client.loadChats();
  const { shown, Chat } = chatOf(bundle, "c");
  let answer: ((result: { readonly data: { readonly ok: boolean } }) => void) | undefined;
  const confirm = defineAiTool<{ ok: boolean }>()({
    parameters: { type: "object", properties: { name: { type: "string" } } },
    render: ({ respond, ...invocation }) => {
      const { stage } = invocation;
      const args = "args" in invocation ? invocation.args : undefined;
      if (stage === "executing") answer = respond;
      return h("output", null, `${stage} ${JSON.stringify(args)}`);
    },
  });
  const Invocations = () => {
    const { messages = [] } = bundle.useAiChatMessages("c");
    const found = messages.flatMap((message) =>
      message.role !== "assistant"
        ? []
        : (message.content ?? message.contentSoFar ?? []).flatMap((part) => {
            if (part.type !== "tool-invocation") return [];
            const tool = chats.tool(part.name, "c").getSnapshot();
            const respond = (result: unknown = { data: {} }) =>
              void chats.setToolResult("c", message.id, part.invocationId, result as never);
            return [
              h(Fragment, { key: part.invocationId }, tool?.render?.({ ...part, respond } as never) as ReactNode),
            ];
          }),
    );
    return h(Fragment, null, found);
  };
  const { container } = render(
    h(StrictMode, null, h(Chat), h(RegisterAiTool, { name: "confirm", tool: confirm }), h(Invocations)),
  );
  await eventually(() => expect(parts(shown)).toEqual([]));
  here.provider.script(
    [{ call: { id: "call_1", name: "confirm", arguments: '{"name":"a.txt"}' } }],
    [{ text: "Gone." }],
  );
  await act(async () => void shown.send!("Delete a.txt"));
  await eventually(() => expect(textOf(container)).toBe('executing {"name":"a.txt"}'));
  expect(shown.status).toEqual({ status: "generating", partType: "tool-invocation", toolName: "confirm" });
  await act(async () => answer!({ data: { ok: true } }));
  await eventually(() => expect(parts(shown)?.[1]?.at(-1)).toBe("Gone."));
  expect(textOf(container)).toBe('executed {"name":"a.txt"}');
});

test("a branch is shown by a message of it", async () => {
  const bundle = await open();
  const chats = await bundle.client.loadChats();
  const { shown, Chat } = chatOf(bundle, "c");
  render(h(Chat));
  await eventually(() => expect(parts(shown)).toEqual([]));
  here.provider.script([{ text: "One." }], [{ text: "Two." }]);
  await act(async () => void shown.send!("First?"));
  await eventually(() => expect([parts(shown), shown.status]).toEqual([[["First?"], ["One."]], { status: "idle" }]));
  const [question, one] = shown.messages as [AiChatMessage, AiChatMessage];
  await act(async () => void (await chats.ask("c", { again: question.id })));
  const older = chatOf(bundle, "c", one.id);
  render(h(older.Chat));
  await eventually(() => expect(parts(shown)).toEqual([["First?"], ["Two."]]));
  await eventually(() =>
    expect([parts(older.shown), older.shown.status]).toEqual([[["First?"], ["One."]], { status: "idle" }]),
  );
});

test("an answer that fails says why, and so do chats without a user", async () => {
  const bundle = await open();
  const { shown, Chat } = chatOf(bundle, "c");
  render(h(Chat));
  await eventually(() => expect(parts(shown)).toEqual([]));
  here.provider.script({ fault: "rate" });
  await act(async () => void shown.send!("Go on."));
  await eventually(() => expect(shown.messages?.at(-1)).toMatchObject({ status: "failed" }));
  const { url, publicKey } = here.lobby.server;
  const anonymous = createLiveblocksContext(createClient({ baseUrl: url, publicApiKey: publicKey }));
  const refused = chatOf(anonymous, "c");
  render(h(refused.Chat));
  await eventually(() => expect(refused.shown.error?.message).toContain("authEndpoint"));
  expect(refused.shown.status).toEqual({ status: "disconnected" });
});
