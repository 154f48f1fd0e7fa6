// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AiComposer } from "./ai-composer.tsx";
import { AiTool } from "./ai-tool.tsx";
import type { AiToolProps } from "./ai-tool.tsx";
import { AssistantMessage } from "./assistant-message.tsx";
import type { AssistantMessageProps } from "./assistant-message.tsx";
import { ChatContext, InvocationContext } from "./chat-context.ts";
import type { ChatActions, Invocation } from "./chat-context.ts";
import { useScrollAnchor } from "./scroll-anchor.ts";
import { titleOfTool } from "./tool-title.ts";

const copied = vi.fn<(text: string) => Promise<void>>(async () => {});
beforeEach(
  () => void Object.defineProperty(navigator, "clipboard", { value: { writeText: copied }, configurable: true }),
);
afterEach(cleanup);

const actions: ChatActions = {
  chatId: "c",
  chats: undefined,
  isBusy: false,
  retry: vi.fn<ChatActions["retry"]>(),
  showBranch: vi.fn<ChatActions["showBranch"]>(),
};

const startedAt = "2026-01-01T00:00:00.000Z";
const common = { id: "ms_1", chatId: "c", parentId: "ms_0", role: "assistant", createdAt: startedAt } as const;
const navigation = { parent: "ms_0", prev: null, next: null } as const;

function show(message: object, props: Partial<AssistantMessageProps> = {}) {
  const { container } = render(
    <ChatContext.Provider value={actions}>
      <AssistantMessage message={{ ...common, navigation, ...message } as never} {...props} />
    </ChatContext.Provider>,
  );
  return { ...within(container), container, has: (selector: string) => container.querySelector(selector) !== null };
}

const reasoning = { type: "reasoning", text: "Hm **so**", startedAt, endedAt: "2026-01-01T00:00:05.000Z" } as const;
const knowledge = { type: "retrieval", kind: "knowledge", id: "r1", query: "regions", startedAt } as const;
const text = { type: "text", text: "Hello" } as const;
const source = (url: string, title = "") => ({ type: "source", kind: "url", url, title }) as const;

describe("an answer", () => {
  test("[UI146] shows reasoning with its duration, searches and sources", () => {
    const sources = {
      type: "sources",
      sources: [source("https://example.com/a", "A"), source("https://b.example/x"), source("javascript:alert(1)")],
    };
    const page = show({
      status: "completed",
      content: [reasoning, { ...knowledge, endedAt: startedAt }, text, sources],
    });
    expect(page.container.querySelector("details")!.open).toBe(false);
    expect(page.container.querySelector("summary")!.textContent).toBe("Reasoned5s");
    expect(page.container.querySelector("details strong")!.textContent).toBe("so");
    expect(page.container.querySelector(".lb-ai-chat-message-retrieval")!.textContent).toBe("Searched for regions");
    expect(Array.from(page.container.querySelectorAll("a"), ({ href, textContent }) => [href, textContent])).toEqual([
      ["https://example.com/a", "A"],
      ["https://b.example/x", "b.example"],
    ]);
  });

  test("[UI146] shows parts always, never, or while they are written", () => {
    const written = { status: "generating", contentSoFar: [knowledge] };
    const done = {
      status: "completed",
      content: [reasoning, knowledge, text, { type: "sources", sources: [source("/a")] }],
    };
    const retrieval = ".lb-ai-chat-message-retrieval";
    const during = { showReasoning: "during", showRetrievals: { knowledge: "during", web: true } } as const;
    expect(show(written, during).has(retrieval)).toBe(true);
    const page = show(done, { ...during, showSources: false });
    expect([page.has("details"), page.has(retrieval), page.has("a")]).toEqual([false, false, false]);
    expect(show(written, { showRetrievals: false }).has(retrieval)).toBe(false);
  });

  test("[UI147] says that the copilot thinks until there is something to read, and that it was deleted", () => {
    expect(show({ status: "generating", contentSoFar: [] }).getByText("Thinking…")).toBeTruthy();
    expect(show({ status: "generating", contentSoFar: [text] }).queryByText("Thinking…")).toBeNull();
    const deleted = show({ status: "completed", content: [], deletedAt: startedAt });
    expect(deleted.getByText("This message was deleted.")).toBeTruthy();
    expect(deleted.queryByRole("button")).toBeNull();
  });

  test("[UI147] is copied as it was written, and so is its code", async () => {
    const content = [{ type: "text", text: "**One**\n\n```js\nlet a;\n```" }, reasoning, text];
    const page = show({ status: "completed", content });
    const [code, whole] = page.getAllByRole("button", { name: "Copy" });
    await act(async () => void fireEvent.click(code!));
    await act(async () => void fireEvent.click(whole!));
    expect(copied.mock.calls).toEqual([["let a;"], ["**One**\n\n```js\nlet a;\n```\n\nHello"]]);
    expect(whole!.hasAttribute("data-copied")).toBe(true);
    expect(page.container.querySelector(".lb-code-block-title")!.textContent).toBe("js");
  });
});

describe("a tool", () => {
  const executing = { type: "tool-invocation", stage: "executing", invocationId: "i1", name: "getTheWeather" } as const;
  const part = { ...executing, args: { city: "Rome" } };
  const wrap = (invocation: Partial<Invocation>, tool: ReactElement) => (
    <InvocationContext.Provider value={{ part: part as never, isAutomatic: false, respond: () => {}, ...invocation }}>
      {tool}
    </InvocationContext.Provider>
  );
  const open = (tool: ReactElement, invocation: Partial<Invocation> = {}) =>
    within(render(wrap(invocation, tool)).container);

  test("[UI148] has a title made of its name, an icon, and how far it is", () => {
    expect(["showTodo", "get_weather", "list-URLs now", "parseHTML5"].map(titleOfTool)).toEqual([
      "Show todo",
      "Get weather",
      "List urls now",
      "Parse HTML5",
    ]);
    const page = open(<AiTool icon={<AiTool.Icon>☀</AiTool.Icon>} />, { isAutomatic: true });
    expect([page.getByText("Get the weather").tagName, page.queryByRole("button")]).toEqual(["SPAN", null]);
    expect(page.getByRole("img", { name: "In progress" })).toBeTruthy();
    const result = { type: "error", error: "no" };
    const failed = { ...part, stage: "executed", result } as never;
    expect(open(<AiTool title="Weather" />, { part: failed }).getByRole("img", { name: "Failed" })).toBeTruthy();
  });

  test("[UI148] is collapsed by its prop when it changes, and by its user at any time", () => {
    const changed = vi.fn<(collapsed: boolean) => void>();
    const tool = (props: AiToolProps) => wrap({}, <AiTool {...props} onCollapsedChange={changed} children="content" />);
    const { container, rerender } = render(tool({ collapsed: false }));
    const button = () => container.querySelector<HTMLElement>("button.lb-ai-tool-header")!;
    const isOpen = () => button().getAttribute("aria-expanded") === "true";
    expect([isOpen(), container.querySelector<HTMLElement>(".lb-ai-tool-content")!.hidden]).toEqual([true, false]);
    rerender(tool({ collapsed: true }));
    expect(isOpen()).toBe(false);
    fireEvent.click(button());
    expect([isOpen(), changed.mock.calls]).toEqual([true, [[false]]]);
    rerender(tool({ collapsible: false }));
    expect(button()).toBeNull();
  });

  test("[UI149] a confirmation answers once, even where its callback throws, and is gone then", async () => {
    const respond = vi.fn<Invocation["respond"]>();
    const confirm = vi.fn<(args: unknown, context: unknown) => never>(() => {
      throw new Error("offline");
    });
    const page = open(<AiTool.Confirmation confirm={confirm} />, { respond });
    const button = page.getByRole("button", { name: "Confirm" });
    await act(async () => {
      fireEvent.click(button);
      fireEvent.click(button);
    });
    expect(confirm.mock.calls).toEqual([[{ city: "Rome" }, { name: "getTheWeather", invocationId: "i1" }]]);
    expect(respond.mock.calls).toEqual([[{ error: "offline" }]]);
    cleanup();
    const cancelling = open(<AiTool.Confirmation confirm={confirm} cancel={() => ({ cancel: "Not now" })} />, {
      respond,
    });
    await act(async () => void fireEvent.click(cancelling.getByRole("button", { name: "Cancel" })));
    expect(respond).toHaveBeenLastCalledWith({ cancel: "Not now" });
    cleanup();
    const receiving = { ...part, stage: "receiving", partialArgs: {} } as never;
    const early = open(<AiTool.Confirmation confirm={confirm} />, { part: receiving });
    expect(early.getByRole<HTMLButtonElement>("button", { name: "Confirm" }).disabled).toBe(true);
    const executed = { ...part, stage: "executed", result: { type: "success", data: {} } } as never;
    expect(open(<AiTool.Confirmation confirm={confirm} />, { part: executed }).queryByRole("button")).toBeNull();
  });
});

test("[UI140] the composer sends nothing that is empty, prevented, or still being composed by an input method", () => {
  const send = vi.fn<(text: string) => void>();
  let isPrevented = true;
  const { container } = render(
    <AiComposer
      isReady
      isGenerating={false}
      send={send}
      abort={() => {}}
      onComposerSubmit={(_message, event) => {
        if (isPrevented) event.preventDefault();
      }}
    />,
  );
  const field = container.querySelector("textarea")!;
  const enter = (options: object = {}) => fireEvent.keyDown(field, { key: "Enter", ...options });
  const write = (value: string) => fireEvent.change(field, { target: { value } });
  write("   ");
  enter();
  write("Hi");
  enter({ isComposing: true });
  enter({ shiftKey: true });
  expect(field.value).toBe("Hi");
  enter();
  expect([send.mock.calls, field.value]).toEqual([[], ""]);
  isPrevented = false;
  write("Hi");
  enter();
  expect(send.mock.calls).toEqual([["Hi"]]);
});

test("[UI139] the end stays in view while messages grow, unless the reader has scrolled up", () => {
  let anchor: ReturnType<typeof useScrollAnchor> | undefined;
  const Page = ({ growth }: { readonly growth: number }) => {
    anchor = useScrollAnchor(growth);
    return <div ref={anchor.scroller} data-testid="scroller" />;
  };
  const { rerender, getByTestId } = render(<Page growth={0} />);
  const scroller = getByTestId("scroller");
  const size = { scrollHeight: 1000, clientHeight: 200 };
  for (const name of ["scrollHeight", "clientHeight"] as const)
    Object.defineProperty(scroller, name, { get: () => size[name] });
  rerender(<Page growth={1} />);
  expect([scroller.scrollTop, anchor!.isAtEnd]).toEqual([1000, true]);
  scroller.scrollTop = 800;
  fireEvent.scroll(scroller);
  scroller.scrollTop = 300;
  fireEvent.scroll(scroller);
  expect(anchor!.isAtEnd).toBe(false);
  size.scrollHeight = 1400;
  rerender(<Page growth={2} />);
  expect(scroller.scrollTop).toBe(300);
  act(() => anchor!.scrollToEnd());
  expect([scroller.scrollTop, anchor!.isAtEnd]).toEqual([1400, true]);
});
