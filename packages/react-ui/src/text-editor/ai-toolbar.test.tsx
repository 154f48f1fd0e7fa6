// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { createRoomContext } from "@weft/react";
import { createMemoryServer } from "@weft/testing";
import { StrictMode } from "react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  AiToolbarPanel,
  AiToolbarSuggestion,
  parseContextualPrompt,
  useAiToolbar,
  useContextualPrompt,
} from "./index.ts";
import type { AiToolbarOptions, AiToolbarPanelProps, ContextualPromptArgs, ContextualPromptResponse } from "./index.ts";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const context = { beforeSelection: "a", selection: "b", afterSelection: "c" };

describe("prompts", () => {
  test("[UI170] an answer is read, and what is no proposal is refused", () => {
    expect(parseContextualPrompt('{"type":"replace","text":"Hi","more":1}')).toEqual({ type: "replace", text: "Hi" });
    for (const answer of ["", "Hi", "null", "[]", '"insert"', '{"type":"insert"}', '{"type":"x","text":"Hi"}'])
      expect(() => parseContextualPrompt(answer)).toThrow(/^The copilot's answer/);
  });

  /** Lets time pass until there is an answer. What the client loads first takes time of its own. */
  async function settled<T>(answer: Promise<T>): Promise<T> {
    const pending = Symbol("pending");
    for (;;) {
      const first = await Promise.race([
        answer,
        new Promise<typeof pending>((resolve) => setImmediate(resolve, pending)),
      ]);
      if (first !== pending) return first;
      await vi.advanceTimersByTimeAsync(500);
    }
  }

  /** Asks the server's copilot, which answers with these statuses in turn; 0 is no answer. */
  function ask(...statuses: readonly number[]) {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const asked: unknown[] = [];
    vi.stubGlobal("fetch", async (_: string, { body, signal }: RequestInit) => {
      signal?.throwIfAborted();
      asked.push(JSON.parse(body as string));
      const status = statuses[asked.length - 1];
      if (status === 0) throw new TypeError("No network.");
      const content = [{ type: "text", text: '{"type":"insert","text":"Hi"}' }];
      return Response.json(status === 200 ? { content } : { error: "NO" }, { status });
    });
    const server = createMemoryServer();
    const { RoomProvider } = createRoomContext(server.createClient({ userId: "me" }));
    const wrapper = ({ children }: { readonly children: ReactNode }) => <RoomProvider id="r1">{children}</RoomProvider>;
    const { result } = renderHook(() => useContextualPrompt(), { wrapper });
    const controller = new AbortController();
    const answer = result
      .current({ prompt: "Go on", context, signal: controller.signal })
      .catch((error: unknown) => error);
    return { asked, answer, controller };
  }

  test("[UI170] the server is asked again while it fails for reasons that may pass", async () => {
    const { asked, answer } = ask(0, 503, 200);
    expect(await settled(answer)).toEqual({ type: "insert", text: "Hi" });
    expect(asked).toEqual([1, 2, 3].map(() => ({ prompt: "Go on", context })));
    const failing = ask(500, 500, 500, 200);
    expect(await settled(failing.answer)).toMatchObject({ status: 500 });
  });

  test.each([403, 429, 501])("[UI170] it is not asked again after %i", async (status) => {
    const { asked, answer } = ask(status, 200);
    expect([await settled(answer), asked.length]).toMatchObject([{ status }, 1]);
  });

  test("[UI170] a signal ends the wait for another try", async () => {
    const { asked, answer, controller } = ask(500, 200);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(500);
    controller.abort(new Error("Enough."));
    expect([await answer, asked.length]).toMatchObject([{ message: "Enough." }, 1]);
  });

  test("[UI170] the application's function answers in place of the server", () => {
    const own = async () => ({ type: "other", text: "" }) as const;
    const { RoomProvider } = createRoomContext(createMemoryServer().createClient({ userId: "me" }));
    const wrapper = ({ children }: { readonly children: ReactNode }) => <RoomProvider id="r1">{children}</RoomProvider>;
    expect(renderHook(() => useContextualPrompt(own), { wrapper }).result.current).toBe(own);
  });
});

describe("the toolbar", () => {
  function open(props: Partial<AiToolbarPanelProps> = {}, options: Partial<AiToolbarOptions> = {}) {
    const asked: {
      readonly args: ContextualPromptArgs;
      readonly answer: (response: ContextualPromptResponse) => Promise<void>;
      readonly fail: (error: unknown) => Promise<void>;
    }[] = [];
    const onAccept = vi.fn<(response: ContextualPromptResponse) => void>();
    const onDiscard = vi.fn<() => void>();
    const onPreview = vi.fn<(response: ContextualPromptResponse | undefined) => void>();
    const resolve = (args: ContextualPromptArgs) =>
      new Promise<ContextualPromptResponse>((resolved, rejected) => {
        asked.push({
          args,
          answer: (response) => act(async () => resolved(response)),
          fail: (error) => act(async () => rejected(error)),
        });
      });
    function Page() {
      const toolbar = useAiToolbar({ contextOf: () => context, resolve, onPreview, ...options });
      return <AiToolbarPanel toolbar={toolbar} onAccept={onAccept} onDiscard={onDiscard} {...props} />;
    }
    const { unmount } = render(
      <StrictMode>
        <Page />
      </StrictMode>,
    );
    return { asked, onAccept, onDiscard, onPreview, unmount, last: () => asked.at(-1)! };
  }
  const field = () => screen.getByRole<HTMLTextAreaElement>("textbox");
  const write = (value: string) => fireEvent.change(field(), { target: { value } });
  const names = () => screen.getAllByRole("button").map(({ textContent, ariaLabel }) => textContent || ariaLabel);
  const click = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));
  const key = (name: string) => fireEvent.keyDown(document.activeElement!, { key: name, cancelable: true });

  test("[UI171] what is written is asked, followed up, asked for again and accepted", async () => {
    const { asked, last, onPreview, onAccept } = open({ name: "Weaver" });
    expect([document.activeElement, field().placeholder]).toEqual([field(), "Ask Weaver anything…"]);
    write("  Shorten this ");
    await act(async () => void key("Enter"));
    expect(asked.map(({ args: { prompt, context: sent, previous } }) => [prompt, sent, previous])).toEqual([
      ["Shorten this", context, undefined],
    ]);
    expect(screen.getByRole("status").textContent).toBe("Weaver is thinking…");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Stop" }));
    const first = { type: "replace", text: "Short" } as const;
    await last().answer(first);
    expect([onPreview.mock.lastCall, field().value, document.activeElement]).toEqual([[first], "", field()]);
    // The editor shows it.
    expect(screen.queryByText("Short")).toBe(null);
    write("Shorter");
    await click("Send");
    expect([onPreview.mock.lastCall, last().args.previous]).toEqual([
      [undefined],
      { prompt: "Shorten this", response: first },
    ]);
    await last().answer({ type: "insert", text: "S" });
    await click("Try again");
    expect([last().args.prompt, last().args.previous]).toEqual(["Shorter", undefined]);
    await last().answer({ type: "insert", text: "T" });
    await click("Accept");
    expect(onAccept.mock.calls).toEqual([[{ type: "insert", text: "T" }]]);
  });

  test("[UI171] a suggestion is asked; those that do not have what is written are hidden, and arrow keys lead to them", async () => {
    const { last } = open();
    expect(names().slice(1)).toEqual([
      "Improve writing",
      "Fix mistakes",
      "Shorten",
      "Add detail",
      "Continue writing",
      "Summarize",
      "Explain",
    ]);
    key("ArrowDown");
    key("ArrowDown");
    expect(document.activeElement!.textContent).toBe("Fix mistakes");
    key("ArrowUp");
    key("ArrowUp");
    expect(document.activeElement).toBe(field());
    write("writ");
    expect(names().slice(1)).toEqual(["Improve writing", "Continue writing"]);
    expect(screen.queryByText("Change the text")).toBe(null);
    await click("Continue writing");
    expect(last().args.prompt).toBe("Continue the text");
  });

  test("[UI171] applications suggest what they like", async () => {
    const Own = () => <AiToolbarSuggestion>Make a table</AiToolbarSuggestion>;
    const { last } = open({ suggestions: Own });
    expect(names().slice(1)).toEqual(["Make a table"]);
    await click("Make a table");
    expect(last().args.prompt).toBe("Make a table");
  });

  test("[UI171] an answer that is no part of the text is shown, and can be inserted or discarded", async () => {
    const { last, onDiscard, onAccept } = open({}, { initialPrompt: "Explain" });
    await last().answer({ type: "other", text: "It is <b>this</b>." });
    expect(screen.getByRole("status").textContent).toBe("It is <b>this</b>.");
    await click("Insert below");
    await click("Discard");
    expect([onAccept.mock.calls.length, onDiscard.mock.calls.length]).toEqual([1, 1]);
  });

  test("[UI171] a failure and the end of a request keep what was written, and Escape ends a request alone", async () => {
    const { last, onPreview } = open();
    write("Shorten");
    await click("Send");
    await last().fail("It is late.");
    expect([screen.getByRole("alert").textContent, field().value]).toEqual([
      "The AI could not answer. Try again.",
      "Shorten",
    ]);
    await click("Send");
    expect(screen.queryByRole("alert")).toBe(null);
    // Not left to what is around.
    await act(async () => expect(key("Escape")).toBe(false));
    expect([last().args.signal.aborted, field().value]).toEqual([true, "Shorten"]);
    await last().answer({ type: "insert", text: "Late" });
    expect(onPreview).not.toHaveBeenCalled();
    expect(key("Escape")).toBe(true);
  });

  test("[UI171] a request ends when the toolbar is gone", async () => {
    const { last, unmount, onPreview } = open();
    write("Shorten");
    await click("Send");
    unmount();
    expect(last().args.signal.aborted).toBe(true);
    await last().answer({ type: "insert", text: "Late" });
    expect(onPreview).not.toHaveBeenCalled();
  });
});
