// First, as the others look for a document when they are loaded.
import { inDocument, typeInto } from "../support/dom-of-components.ts";
import type { PageElement } from "../support/dom-of-components.ts";
import {
  LiveblocksProvider,
  RegisterAiKnowledge,
  RegisterAiTool,
  useAiChat,
  useAiChatMessages,
  useAiChats,
  useAiChatStatus,
  useCreateAiChat,
  useDeleteAiChat,
  useSendAiMessage,
} from "@liveblocks/react";
import {
  useAiChat as useAiChatSuspended,
  useAiChatMessages as useAiChatMessagesSuspended,
  useAiChats as useAiChatsSuspended,
} from "@liveblocks/react/suspense";
import { AiChat, AiTool } from "@liveblocks/react-ui";
import { act, cleanup, fireEvent, render } from "@testing-library/react";
import { createElement } from "react";
import type { ReactNode } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openChatLobby, partsOf } from "../support/chat-tabs.ts";
import type { ChatLobby } from "../support/chat-tabs.ts";
import { createCollaborator } from "../support/collaborator.ts";
import { eventually } from "../support/eventually.ts";
import { renderHooks } from "../support/rendered-hooks.ts";

let here: ChatLobby;
const consoleError = vi.spyOn(console, "error");
beforeAll(async () => void (here = await openChatLobby()));
beforeEach(() => void consoleError.mockClear());
afterEach(cleanup);
afterAll(() => here[Symbol.asyncDispose]());
const reported = () => consoleError.mock.calls.filter(([message]) => !String(message).includes("wrapped in act"));

test("the hooks list, create, fill, follow and delete chats", async () => {
  const { copilotId, provider, lobby } = here;
  const page = await renderHooks(lobby, "ada", () => ({
    chats: useAiChats(),
    chat: useAiChat("trip"),
    messages: useAiChatMessages("trip"),
    status: useAiChatStatus("trip"),
    create: useCreateAiChat(),
    remove: useDeleteAiChat(),
    send: useSendAiMessage("trip", { copilotId }),
  }));
  const suspended = await renderHooks(lobby, "ada", () => ({
    chats: useAiChatsSuspended().chats.map(({ id }) => id),
    chat: useAiChatSuspended("trip").chat.title,
    messages: useAiChatMessagesSuspended("trip").messages.map(partsOf),
  }));
  await eventually(() => expect(page.seen!.chats).toMatchObject({ isLoading: false, hasFetchedAll: true }));
  await eventually(() => expect(page.seen!.messages).toMatchObject({ messages: [], isLoading: false }));
  const gate = Promise.withResolvers<void>();
  provider.script([{ text: "Pack " }, { wait: gate.promise }, { text: "light." }]);
  await act(async () => void page.seen!.send("What do I pack?"));
  await eventually(() => {
    expect(page.seen!.status).toMatchObject({ status: "generating", partType: "text" });
    expect(page.seen!.messages.messages!.map(partsOf)).toEqual([["What do I pack?"], ["Pack "]]);
  });
  await act(async () => gate.resolve());
  await eventually(() => {
    expect(page.seen!.status).toMatchObject({ status: "idle" });
    expect(page.seen!.chat.chat).toMatchObject({ id: "trip", title: "A short title" });
    expect(suspended.seen).toEqual({
      chats: ["trip"],
      chat: "A short title",
      messages: [["What do I pack?"], ["Pack light."]],
    });
  });
  await act(async () => page.seen!.create({ id: "home", title: "At home" }));
  await eventually(() =>
    expect(page.seen!.chats.chats!.map(({ title }) => title)).toEqual(["At home", "A short title"]),
  );
  await act(async () => page.seen!.remove("trip"));
  await eventually(() => expect(suspended.seen!.chats).toEqual(["home"]));
  expect(reported()).toEqual([]);
});

interface ChatPage {
  /** Elements that a selector is for. */
  all(selector: string): PageElement[];
  texts(selector: string): string[];
  write(text: string): Promise<void>;
}

function openChatPage(userId: string, chatId: string, ...more: ReactNode[]): ChatPage {
  const { container } = render(
    createElement(LiveblocksProvider, {
      ...(createCollaborator(here.lobby, userId).provider as unknown as { readonly publicApiKey: string }),
      children: [...more, createElement(AiChat, { key: "chat", chatId, copilotId: here.copilotId })],
    }),
  );
  const all = (selector: string) => [...(container as unknown as PageElement).querySelectorAll(selector)];
  return {
    all,
    texts: (selector) => all(selector).map(({ textContent }) => textContent),
    async write(text) {
      await eventually(() => expect(all("[data-slate-editor]")[0]?.getAttribute("contenteditable")).toBe("true"));
      const editor = all("[data-slate-editor]")[0]!;
      await act(async () => void fireEvent.focus(editor as never));
      await act(async () => typeInto(editor, text));
      await act(async () => void fireEvent.keyDown(editor as never, { key: "Enter" }));
    },
  };
}

test("the ready-made chat asks, streams, confirms a tool and shows failures", async () => {
  const { provider } = here;
  const confirmed = vi.fn<(args: unknown) => void>();
  const tool = createElement(RegisterAiTool, {
    key: "tool",
    name: "delete-file",
    tool: {
      description: "Deletes a file",
      parameters: { type: "object", properties: { name: { type: "string" } }, additionalProperties: false },
      render: () =>
        createElement(AiTool, {
          children: createElement(AiTool.Confirmation, {
            confirm: async (args: unknown) => {
              confirmed(args);
              return { data: { deleted: true } };
            },
          } as never),
        } as never),
    } as never,
  });
  const knowledge = createElement(RegisterAiKnowledge, { key: "k", description: "The folder", value: "reports" });
  const page = openChatPage("bob", "files", tool, knowledge);
  provider.script(
    [{ text: "Sure? " }, { call: { id: "call_1", name: "delete-file", arguments: '{"name":"a.txt"}' } }],
    [{ text: "It is gone." }],
    { fault: "rate" },
  );
  await page.write("Delete a.txt");
  await eventually(() => expect(page.texts(".lb-ai-chat-user-message")).toEqual(["Delete a.txt"]));
  const buttons = () => page.all(".lb-ai-tool-confirmation button");
  await eventually(() => expect(buttons()).toHaveLength(2));
  expect(confirmed).not.toHaveBeenCalled();
  expect(provider.asked.at(-1)!.body.messages[0].content).toContain('"value":"reports"');
  const confirm = buttons().find(({ textContent }) => textContent === "Confirm")!;
  await act(async () => void fireEvent.click(confirm as never));
  await eventually(() => expect(page.texts(".lb-ai-chat-assistant-message").join()).toContain("It is gone."));
  expect(confirmed.mock.calls).toEqual([[{ name: "a.txt" }]]);

  await page.write("And b.txt");
  await eventually(() =>
    expect(page.texts(".lb-ai-chat-assistant-message").join()).toContain(
      "The AI provider's rate limit or quota exceeded",
    ),
  );
  expect(inDocument("[data-slate-editor]")).not.toEqual([]);
  expect(reported()).toEqual([]);
});
