// @vitest-environment jsdom
import { createEditor } from "lexical";
import { afterEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { LexicalBinding } from "../binding/binding.ts";
import { showCarets } from "./carets.ts";
import type { CaretOptions } from "./carets.ts";
import { sessionOf } from "./editor-session.ts";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0).toReversed()) stop();
  vi.unstubAllGlobals();
});

/** The color of the caret of another user who sends this one. */
function shownColor(color: unknown): string | undefined {
  const frames: (() => void)[] = [];
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => frames.push(run));
  vi.stubGlobal("cancelAnimationFrame", () => {});
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Range.prototype.getClientRects = () => [new DOMRect(0, 0, 1, 10)] as unknown as DOMRectList;
  const editor = createEditor({
    onError(error) {
      throw error;
    },
  });
  const [element, container] = [document.createElement("div"), document.createElement("div")];
  document.body.append(element, container);
  editor.setRootElement(element);
  const doc = new Y.Doc();
  const binding = new LexicalBinding(editor, doc);
  const place = JSON.parse(JSON.stringify(Y.createRelativePositionFromTypeIndex(binding.root, 0)));
  const other = { name: "Ben", color, focusing: true, anchorPos: place, focusPos: place };
  const awareness = {
    clientID: 1,
    getStates: () => new Map([[2, other]]),
    setLocalState() {},
    on() {},
    off() {},
  } as unknown as CaretOptions["awareness"];
  const user = { name: "Ada", color: "#ad1457" };
  const stop = showCarets({ editor, binding, awareness, session: sessionOf(editor), user, container });
  stops.push(
    () => element.remove(),
    () => container.remove(),
    () => binding.destroy(),
    stop,
  );
  for (const run of frames.splice(0)) run();
  return container.querySelector<HTMLElement>(".lb-lexical-cursor")?.style.getPropertyValue("--lb-lexical-user-color");
}

test("[RL6] [RL10] a caret has the color that its user sends, unless it is none", () => {
  expect(shownColor("#1d3f8f")).toBe("#1d3f8f");
  expect(shownColor("rebeccapurple")).toBe("rebeccapurple");
  for (const color of ["url(https://example.com/a.png)", "red; background: url(a)", 7, undefined, ""])
    expect(shownColor(color)).toMatch(/^#[\da-f]{6}$/u);
});
