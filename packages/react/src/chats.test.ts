// @vitest-environment jsdom
/** Hooks of chats over a client whose chats a test plays. A server answers them in `conformance/react/own-chats.test.ts`. */
import type { AiToolDefinition, Chats } from "@weft/client";
import { cleanup, render, screen } from "@testing-library/react";
import { createElement as h, StrictMode } from "react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { createWeftContext } from "./create-hooks.ts";

afterEach(cleanup);

/** The chats of a client, of which only what a test uses is there, and when their code arrives. */
function open(chats: object) {
  const arrival = Promise.withResolvers<Chats>();
  const context = createWeftContext({ loadChats: () => arrival.promise } as never);
  const arrive = async () => {
    arrival.resolve(chats as Chats);
    await arrival.promise;
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ...context, arrive };
}

/** What is lent at a time, and what has happened. */
function registry() {
  const lent: string[] = [];
  const log: string[] = [];
  const lend = (name: string) => {
    const own = { name };
    const at = lent.push(name) - 1;
    log.push(`+${name}`);
    return {
      update: (next: { readonly description?: string }) => {
        log.push(`~${name}`);
        lent[at] = own.name = next.description!;
      },
      remove: () => {
        log.push(`-${name}`);
        lent.splice(lent.indexOf(own.name), 1);
      },
    };
  };
  return {
    lent,
    log,
    lendTool: (_name: string, tool: AiToolDefinition) => lend(tool.description!),
    tools: { registerKnowledge: ({ description }: { readonly description: string }) => lend(description) },
  };
}

const strict = (...children: ReactNode[]) => h(StrictMode, null, ...children);

test("[RE83] tools and knowledge are lent once while they are mounted, in StrictMode as well", async () => {
  const chats = registry();
  const { RegisterAiTool, RegisterAiKnowledge, arrive } = open(chats);
  const page = (description: string) =>
    strict(
      h(RegisterAiTool, { key: "tool", name: "t", tool: { description, parameters: { type: "object" } } }),
      h(RegisterAiKnowledge, { key: "knowledge", description: `about ${description}`, value: 1 }),
    );
  const view = render(page("a"));
  expect(chats.log).toEqual([]);
  view.rerender(page("b"));
  await arrive();
  expect(chats.lent).toEqual(["b", "about b"]);
  chats.log.length = 0;
  view.rerender(page("c"));
  // Replaced, and never taken away in between.
  expect([chats.log, chats.lent]).toEqual([
    ["~b", "~about b"],
    ["c", "about c"],
  ]);
  view.rerender(strict());
  expect(chats.lent).toEqual([]);
});

test("[RE83] what is unmounted before the code of chats has arrived is not lent", async () => {
  const chats = registry();
  const { RegisterAiTool, arrive } = open(chats);
  const tool = { description: "a", parameters: { type: "object" } } as const;
  const { unmount } = render(h(RegisterAiTool, { name: "t", tool }));
  unmount();
  await arrive();
  expect(chats.lent).toEqual([]);
});

test("[RE84] a question is asked in order with what was lent before it, below what is known of its chat", async () => {
  const log: unknown[] = [];
  const stored = { id: "stored" };
  const loaded = new Set(["known"]);
  const chats = {
    ...registry(),
    isLoaded: (id: string) => loaded.has(id),
    load: async (id: string) => void log.push(["load", id]),
    ask: async (id: string, text: string, options: object) =>
      void log.push(["ask", id, text, options, [...chats.lent]]),
    message: () => stored,
  };
  const { RegisterAiTool, useSendAiMessage, arrive } = open(chats);
  let send: ReturnType<typeof useSendAiMessage> | undefined;
  const Sender = () => ((send = useSendAiMessage("new", { copilotId: "co_1", stream: false }) as never), null);
  const tool = { description: "a", parameters: { type: "object" } } as const;
  render(strict(h(RegisterAiTool, { key: 0, name: "t", tool }), h(Sender, { key: 1 })));
  const message = send!({ chatId: "new", text: "Hello", copilotId: "co_2" });
  expect(message).toMatchObject({ role: "user", chatId: "new", content: [{ type: "text", text: "Hello" }] });
  await arrive();
  const options = { copilotId: "co_2", stream: false, messageId: message.id };
  expect(log).toEqual([
    ["load", "new"],
    ["ask", "new", "Hello", options, ["a"]],
  ]);
  expect(send!({ chatId: "known", text: "Again" })).toBe(stored);
  expect(log.at(-1)).toMatchObject(["ask", "known", "Again", { copilotId: "co_1" }, ["a"]]);
});

test("[RE85] functions that create and delete chats answer promises that need not be awaited", async () => {
  const refused = new Error("refused");
  const { useCreateAiChat, useDeleteAiChat, arrive } = open({
    getOrCreateChat: vi.fn<() => Promise<object>>().mockResolvedValueOnce({}).mockRejectedValue(refused),
    deleteChat: () => Promise.reject(refused),
  });
  let create: ReturnType<typeof useCreateAiChat> | undefined;
  let remove: ReturnType<typeof useDeleteAiChat> | undefined;
  render(
    h(() => {
      create = useCreateAiChat();
      remove = useDeleteAiChat();
      return null;
    }),
  );
  const [created, refusedLater, removed] = [create!("c"), create!({ id: "d", title: "D" }), remove!("c")];
  await arrive();
  expect(await created).toBeUndefined();
  await expect(refusedLater).rejects.toBe(refused);
  await expect(removed).rejects.toBe(refused);
});

test("[RE80] a status follows its chat, and is the same with Suspense", async () => {
  const statuses = { value: { status: "idle" } as object };
  const listeners = new Set<() => void>();
  const store = {
    getSnapshot: () => statuses.value,
    subscribe: (listener: () => void) => (listeners.add(listener), () => listeners.delete(listener)),
  };
  const { suspense, useAiChatStatus, arrive } = open({
    load: () => Promise.reject(new Error("no")),
    status: () => store,
  });
  const Page = () =>
    h("output", null, [useAiChatStatus("c"), suspense.useAiChatStatus("c")].map((s) => s.status).join());
  const { unmount } = render(strict(h(Page)));
  expect(screen.getByText("loading,loading")).toBeTruthy();
  await arrive();
  await screen.findByText("idle,idle");
  statuses.value = { status: "generating" };
  for (const listener of Array.from(listeners)) listener();
  await screen.findByText("generating,generating");
  unmount();
  expect(listeners.size).toBe(0);
});
