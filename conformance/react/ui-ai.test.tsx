/** `AiChat` of `@weft/react-ui`, with a server and a provider that is scripted. */
// First, as the others look for a document when they are loaded.
import "../support/dom-of-components.ts";
import { createClient, defineAiTool } from "@weft/client";
import { createLiveblocksContext, RegisterAiTool } from "@weft/react";
import { AiChat, AiTool } from "@weft/react-ui";
import type { AiChatProps } from "@weft/react-ui";
import { act, cleanup, configure, fireEvent, render, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { openChatLobby } from "../support/chat-tabs.ts";
import type { ChatLobby } from "../support/chat-tabs.ts";
import { eventually } from "../support/eventually.ts";
import { hungMs } from "../support/waiting.ts";

configure({ asyncUtilTimeout: hungMs });

let here: ChatLobby;
let count = 0;
beforeAll(async () => void (here = await openChatLobby()));
afterEach(cleanup);
afterAll(() => here[Symbol.asyncDispose]());

/** A page of a new user with a chat. */
function open(props: Partial<AiChatProps> = {}, around: ReactNode = null, user = `ui-user-${count++}`) {
  const client = createClient({
    baseUrl: here.lobby.server.url,
    authEndpoint: async () => ({ token: await here.lobby.accessToken(user, { "*": ["*:write"] }) }),
  });
  onTestFinished(async () => (await client.loadChats()).disconnect());
  const { WeftProvider } = createLiveblocksContext(client);
  const { container } = render(
    <WeftProvider>
      {around}
      <AiChat chatId="help" copilotId={here.copilotId} {...props} />
    </WeftProvider>,
  );
  const page = within(container);
  const field = () => page.getByRole<HTMLTextAreaElement>("textbox");
  return {
    ...page,
    client,
    user,
    container,
    field,
    texts: (selector: string) => Array.from(container.querySelectorAll(selector), ({ textContent }) => textContent),
    async write(text: string) {
      await eventually(() => expect(container.querySelector(".lb-ai-chat-loading")).toBeNull());
      await act(async () => void fireEvent.change(field(), { target: { value: text } }));
      await eventually(() =>
        expect(page.queryByRole<HTMLButtonElement>("button", { name: "Send" })?.disabled).toBe(false),
      );
      await act(async () => void fireEvent.keyDown(field(), { key: "Enter" }));
    },
    click: async (name: string) => act(async () => void fireEvent.click(page.getAllByRole("button", { name }).at(-1)!)),
  };
}

const answers = ".lb-ai-chat-assistant-message .lb-ai-chat-message-content";
const questions = ".lb-ai-chat-user-message .lb-ai-chat-message-content";

test("[UI140] a question is shown with its answer while it is written, as Markdown", async () => {
  const submitted = vi.fn<(message: { text: string }) => void>();
  const page = open({ onComposerSubmit: submitted, components: { Empty: () => <p>How can I help?</p> } });
  await page.findByText("How can I help?");
  const gate = Promise.withResolvers<void>();
  here.provider.script([{ text: "Pack **li" }, { wait: gate.promise }, { text: "ght**, and `once`." }]);
  await act(async () => void fireEvent.change(page.field(), { target: { value: "  What do I pack?\n" } }));
  await act(async () => void fireEvent.keyDown(page.field(), { key: "Enter", shiftKey: true }));
  expect(submitted).not.toHaveBeenCalled();
  await page.write("  What do I pack?\n");
  expect(submitted.mock.calls[0]?.[0]).toEqual({ text: "What do I pack?" });
  expect([page.texts(questions), page.field().value]).toEqual([["What do I pack?"], ""]);
  await eventually(() => expect(page.texts(`${answers} strong`)).toEqual(["li"]));
  const message = page.container.querySelector(".lb-ai-chat-assistant-message")!;
  expect(message.getAttribute("aria-busy")).toBe("true");
  // Nothing is sent while an answer is written.
  await act(async () => void fireEvent.change(page.field(), { target: { value: "And?" } }));
  await act(async () => void fireEvent.keyDown(page.field(), { key: "Enter" }));
  expect([page.texts(questions).length, page.queryByRole("button", { name: "Send" })]).toEqual([1, null]);
  gate.resolve();
  await eventually(() => expect(page.texts(answers)).toEqual(["Pack light, and once."]));
  expect(page.texts(`${answers} code`)).toEqual(["once"]);
  await page.findByRole("button", { name: "Send" });
  expect(page.field().value).toBe("And?");
});

const removal = (confirmed: (args: unknown) => void) =>
  defineAiTool<{ deleted: boolean }>()({
    description: "Deletes a file",
    parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    render: ({ types, stage }) => (
      <AiTool>
        <AiTool.Confirmation
          types={types}
          variant="destructive"
          confirm={(args) => {
            confirmed(args);
            return { data: { deleted: true } };
          }}
        >
          Delete it?
        </AiTool.Confirmation>
        {stage === "executed" ? <AiTool.Inspector /> : null}
      </AiTool>
    ),
  });

const call = (id: string) => [{ text: "Sure? " }, { call: { id, name: "delete_file", arguments: '{"name":"a.txt"}' } }];

test("[UI141] a tool waits until the user confirms or cancels, and the copilot goes on", async () => {
  const confirmed = vi.fn<(args: unknown) => void>();
  const page = open({ tools: { delete_file: removal(confirmed) } });
  here.provider.script(call("call_1"), [{ text: "It is gone." }]);
  await page.write("Delete a.txt");
  await page.findByRole("button", { name: "Confirm" });
  await eventually(() =>
    expect(page.queryByRole<HTMLButtonElement>("button", { name: "Confirm" })?.disabled).toBe(false),
  );
  expect(page.getByRole("button", { name: "Delete file" }).getAttribute("aria-expanded")).toBe("true");
  expect(confirmed).not.toHaveBeenCalled();
  await page.click("Confirm");
  await page.findByText("It is gone.");
  expect(confirmed.mock.calls).toEqual([[{ name: "a.txt" }]]);
  expect(page.queryByRole("button", { name: "Confirm" })).toBeNull();
  expect(page.texts(".lb-ai-tool[data-result=success] .lb-ai-tool-inspector")).toEqual([
    expect.stringContaining('"deleted": true'),
  ]);
  await eventually(() => expect(page.queryByRole("button", { name: "Stop" })).toBeNull());

  here.provider.script(call("call_2"), [{ text: "Kept." }]);
  await page.write("Delete it again");
  await eventually(() =>
    expect(page.queryByRole<HTMLButtonElement>("button", { name: "Cancel" })?.disabled).toBe(false),
  );
  await page.click("Cancel");
  await page.findByText("Kept.");
  expect(confirmed).toHaveBeenCalledTimes(1);
  expect(page.texts("[data-result=cancelled] .lb-ai-tool-header-title")).toEqual(["Delete file"]);
  expect(page.getByRole("img", { name: "Cancelled" })).toBeTruthy();
});

test("[UI142] another answer to a question is another version, and both can be shown", async () => {
  const page = open();
  here.provider.script([{ text: "One." }], [{ text: "Two." }], [{ text: "Three." }]);
  await page.write("First?");
  await page.findByText("One.");
  await page.findByRole("button", { name: "Send" });
  await page.click("Retry");
  await page.findByText("Two.");
  expect([page.texts(questions), page.texts(answers)]).toEqual([["First?"], ["Two."]]);
  await page.findByRole("button", { name: "Send" });
  await page.click("Previous version");
  await eventually(() => expect(page.texts(answers)).toEqual(["One."]));
  expect(page.getByRole<HTMLButtonElement>("button", { name: "Previous version" }).disabled).toBe(true);
  // A question goes below the version that is shown.
  await page.write("And then?");
  await eventually(() => expect(page.texts(answers)).toEqual(["One.", "Three."]));
  expect(page.texts(questions)).toEqual(["First?", "And then?"]);
  await page.click("Next version");
  await eventually(() => expect(page.texts(answers)).toEqual(["Two."]));
});

test("[UI143] the user stops an answer, and what was written of it stays", async () => {
  const page = open();
  const gate = Promise.withResolvers<void>();
  here.provider.script([{ text: "Once upon" }, { wait: gate.promise }, { text: " a time." }]);
  await page.write("Tell me a story");
  await page.findByText("Once upon");
  await page.click("Stop");
  await page.findByRole("button", { name: "Send" });
  gate.resolve();
  expect([page.texts(answers), page.queryByRole("alert")]).toEqual([["Once upon"], null]);
});

test("[UI144] a failed answer says why, and is asked for again", async () => {
  const page = open();
  here.provider.script({ fault: "rate" }, [{ text: "Now." }]);
  await page.write("Go on");
  const alert = await page.findByRole("alert");
  expect(alert.textContent).toContain("The AI provider's rate limit or quota exceeded");
  expect(page.getAllByRole("button", { name: "Retry" })).toHaveLength(1);
  await act(async () => void fireEvent.click(within(alert).getByRole("button", { name: "Retry" })));
  await page.findByText("Now.");
  expect(page.queryByRole("alert")).toBeNull();
});

test("[UI145] tools that run by themselves show their result, and knowledge is told", async () => {
  const region = defineAiTool<{ region: string }>()({
    description: "The region",
    parameters: { type: "object", properties: {} },
    execute: () => ({ data: { region: "eu" } }),
    render: (part) => {
      const isDone = part.stage === "executed" && part.result.type === "success";
      return <AiTool title={isDone ? `In ${JSON.stringify(part.result)}` : "…"} />;
    },
  });
  const page = open(
    { knowledge: [{ description: "The path", value: "/docs" }] },
    <RegisterAiTool name="region" tool={region} />,
  );
  here.provider.script([{ call: { id: "call_1", name: "region", arguments: "{}" } }], [{ text: "Europe." }]);
  await page.write("Where?");
  await page.findByText("Europe.");
  expect(page.texts(".lb-ai-tool-header-title")).toEqual([
    `In ${JSON.stringify({ type: "success", data: { region: "eu" } })}`,
  ]);
  expect(JSON.stringify(here.provider.asked.at(-1)!.body.messages[0])).toContain("/docs");
});
