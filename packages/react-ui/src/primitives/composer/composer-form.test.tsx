// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { WeftProvider } from "@weft/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { WeftUiConfig } from "../../config.tsx";
import { useComposer } from "./composer-context.ts";
import type { ComposerContext, ComposerFormProps } from "./composer-props.ts";
import * as Composer from "./parts.ts";

afterEach(cleanup);
// There is no layout in jsdom.
Range.prototype.getBoundingClientRect = () => new DOMRect();

const bodyOf = (text: string) => ({ version: 1, content: [{ type: "paragraph", children: [{ text }] }] }) as const;

function show(props: ComposerFormProps & { readonly unsaved?: boolean } = {}, children?: ReactNode) {
  let composer: ComposerContext | undefined;
  function Probe() {
    composer = useComposer();
    return null;
  }
  const { unsaved = false, ...form } = props;
  const page = (more: ComposerFormProps = {}) => (
    <WeftProvider publicApiKey="pk_test" preventUnsavedChanges={unsaved}>
      <WeftUiConfig>
        <Composer.Form {...form} {...more}>
          <Composer.Editor placeholder="Write" />
          <Composer.MarkToggle mark="bold">Bold</Composer.MarkToggle>
          <Composer.AttachFiles>Attach</Composer.AttachFiles>
          <Composer.Submit>Send</Composer.Submit>
          <Probe />
          {children}
        </Composer.Form>
      </WeftUiConfig>
    </WeftProvider>
  );
  const { rerender } = render(page());
  return {
    get composer(): ComposerContext {
      return composer as ComposerContext;
    },
    editor: screen.getByRole("textbox"),
    button: (name: string) => screen.getByRole<HTMLButtonElement>("button", { name }),
    write: (text: string) => act(async () => composer?.insertText(text)),
    submit: () => act(async () => composer?.submit()),
    change: (more: ComposerFormProps) => rerender(page(more)),
  };
}

test("[UI55] what is written is given to onComposerSubmit, and the composer is empty again", async () => {
  const onComposerSubmit = vi.fn();
  const page = show({ onComposerSubmit });
  expect(page.button("Send").disabled).toBe(true);
  expect(page.composer).toMatchObject({ isEmpty: true, canSubmit: false });
  await page.write("Hello");
  expect(page.editor.textContent).toBe("Hello");
  expect(page.composer).toMatchObject({ isEmpty: false, canSubmit: true });
  await page.submit();
  expect(onComposerSubmit).toHaveBeenCalledExactlyOnceWith(
    { body: bodyOf("Hello"), attachments: [] },
    expect.objectContaining({ type: "submit" }),
  );
  expect(page.composer.isEmpty).toBe(true);
  expect(page.editor.textContent).toBe("");
});

test("[UI55] white space is nothing to send, and an empty composer sends nothing", async () => {
  const onComposerSubmit = vi.fn();
  const page = show({ onComposerSubmit });
  await page.write("  ");
  await page.submit();
  expect(page.composer.canSubmit).toBe(false);
  expect(onComposerSubmit).not.toHaveBeenCalled();
});

test("[UI55] a default that is prevented in onSubmit keeps the draft", async () => {
  const onComposerSubmit = vi.fn();
  const page = show({ onComposerSubmit, onSubmit: (event) => event.preventDefault() });
  await page.write("Hello");
  await page.submit();
  expect(onComposerSubmit).not.toHaveBeenCalled();
  expect(page.editor.textContent).toBe("Hello");
});

test("[UI56] while a promise of onComposerSubmit is pending, the composer is disabled, and sends nothing twice", async () => {
  let finish = () => {};
  const onComposerSubmit = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const page = show({ onComposerSubmit });
  await page.write("Hello");
  await page.submit();
  expect(page.composer.isDisabled).toBe(true);
  expect(page.editor.getAttribute("contenteditable")).toBe("false");
  expect(page.editor.textContent).toBe("Hello");
  await page.submit();
  expect(onComposerSubmit).toHaveBeenCalledTimes(1);
  await act(async () => finish());
  expect(page.composer).toMatchObject({ isDisabled: false, isEmpty: true });
});

test("[UI56] a failure of onComposerSubmit is reported, and the draft stays", async () => {
  const failure = new Error("offline");
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  const page = show({ onComposerSubmit: () => Promise.reject(failure) });
  await page.write("Hello");
  await page.submit();
  expect(reported).toHaveBeenCalledExactlyOnceWith(failure);
  expect(page.composer).toMatchObject({ isDisabled: false, isEmpty: false });
  vi.unstubAllGlobals();
});

test("[UI57] marks are toggled by buttons, which say whether they are on, and by shortcuts", async () => {
  const page = show();
  await act(async () => page.composer.focus());
  fireEvent.click(page.button("Bold"));
  await page.write("loud");
  expect(page.composer.marks).toEqual({ bold: true, italic: false, strikethrough: false, code: false });
  expect(page.button("Bold").getAttribute("aria-pressed")).toBe("true");
  await act(async () => fireEvent.keyDown(page.editor, { key: "e", code: "KeyE", ctrlKey: true }));
  expect(page.composer.marks.code).toBe(true);
  await act(async () => fireEvent.keyDown(page.editor, { key: "S", code: "KeyS", ctrlKey: true, shiftKey: true }));
  expect(page.composer.marks.strikethrough).toBe(true);
});

test("[UI58] Enter sends, Shift and Enter begins a line, and an Enter of an input method does neither", async () => {
  const onComposerSubmit = vi.fn();
  const page = show({ onComposerSubmit });
  await page.write("one");
  const press = (init: object) => act(async () => fireEvent.keyDown(page.editor, { key: "Enter", ...init }));
  await press({ keyCode: 229 });
  await press({ isComposing: true });
  expect(page.editor.querySelectorAll("p")).toHaveLength(1);
  expect(onComposerSubmit).not.toHaveBeenCalled();
  await press({ shiftKey: true });
  expect(page.editor.querySelectorAll("p")).toHaveLength(2);
  await press({});
  expect(onComposerSubmit).toHaveBeenCalledTimes(1);
});

test("[UI58] Escape takes the focus from the editor", async () => {
  const page = show();
  await act(async () => page.composer.focus());
  expect(document.activeElement).toBe(page.editor);
  expect(page.composer.isFocused).toBe(true);
  await act(async () => fireEvent.keyDown(page.editor, { key: "Escape" }));
  expect(page.composer.isFocused).toBe(false);
});

test("[UI59] with preventUnsavedChanges the browser asks before a draft is lost, unless the composer is left out", async () => {
  const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const page = show({ unsaved: true });
  expect(asks()).toBe(false);
  await page.write("draft");
  expect(asks()).toBe(true);
  page.change({ preventUnsavedChanges: false });
  expect(asks()).toBe(false);
  page.change({});
  await act(async () => page.composer.clear());
  expect(asks()).toBe(false);
});

test("[UI63] the editor is a named text box, with a placeholder while it is empty", async () => {
  const page = show();
  expect(screen.getByRole("textbox", { name: "Write" }).getAttribute("aria-multiline")).toBe("true");
  expect(page.editor.querySelector("[data-placeholder='Write']")).not.toBeNull();
  await page.write("x");
  expect(page.editor.querySelector("[data-placeholder]")).toBeNull();
});

test("[UI64] outside of a room nothing can be attached", () => {
  expect(show().button("Attach").disabled).toBe(true);
});
