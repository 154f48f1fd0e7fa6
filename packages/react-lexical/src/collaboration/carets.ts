/** Where users are in the text: publishes this user's selection as `@lexical/yjs` does, and draws those of others. */
import { createDOMRange, createRectsFromDOMRange } from "@lexical/selection";
import { checkedColor, colorFor } from "@weft/react-ui/text-editor";
import type { WeftYjsProvider } from "@weft/yjs";
import type { LexicalEditor } from "lexical";
import {
  $getNodeByKey,
  $getSelection,
  $isRangeSelection,
  BLUR_COMMAND,
  COMMAND_PRIORITY_EDITOR,
  FOCUS_COMMAND,
} from "lexical";
import * as Y from "yjs";
import type { LexicalBinding } from "../binding/binding.ts";
import type { EditorSession } from "./editor-session.ts";

type Awareness = WeftYjsProvider["awareness"];

/** The name and color of this user. */
export interface CollaborationUser {
  readonly name: string;
  readonly color: string;
}

/** Of another user, as awareness has it. It is as trustworthy as that user. */
interface CaretState {
  readonly name?: unknown;
  readonly color?: unknown;
  readonly focusing?: unknown;
  readonly anchorPos?: unknown;
  readonly focusPos?: unknown;
}

export interface CaretOptions {
  readonly editor: LexicalEditor;
  readonly binding: LexicalBinding;
  readonly awareness: Awareness;
  readonly session: EditorSession;
  readonly user: CollaborationUser;
  /** Carets are drawn in it. It is in the element that the editor is in, without a size. */
  readonly container: HTMLElement;
}

/** Shows carets until the returned function is called. */
export function showCarets({ editor, binding, awareness, session, user, container }: CaretOptions): () => void {
  let isFocused = editor.getRootElement()?.contains(document.activeElement) ?? false;
  let published = "";
  const publish = () => {
    const { selection } = binding;
    // With all its fields, as `@lexical/yjs` reads them: `relativePositionToJSON` leaves out those that are null.
    const toJson = (position: Y.RelativePosition | undefined) =>
      position === undefined ? null : JSON.parse(JSON.stringify(position));
    const state = {
      name: user.name,
      color: user.color,
      focusing: isFocused,
      anchorPos: toJson(selection?.anchor),
      focusPos: toJson(selection?.focus),
      awarenessData: {},
    };
    const next = JSON.stringify(state);
    if (next === published) return;
    published = next;
    awareness.setLocalState(state);
  };
  const setFocused = (isNow: boolean) => {
    isFocused = isNow;
    publish();
    return false;
  };

  let frame: number | undefined;
  const draw = () => {
    frame = undefined;
    drawCarets({ editor, binding, awareness, container, ownColor: session.isComposing ? user.color : undefined });
  };
  const drawSoon = () => {
    frame ??= requestAnimationFrame(draw);
  };
  const changed = () => {
    if (awareness.getStates().size > 1 || container.childElementCount > 0 || session.isComposing) drawSoon();
  };

  const sizes = new ResizeObserver(changed);
  const stopRoot = editor.registerRootListener((element, before) => {
    if (before !== null) sizes.unobserve(before);
    if (element !== null) sizes.observe(element);
  });
  const stops = [
    stopRoot,
    () => sizes.disconnect(),
    editor.registerUpdateListener(() => {
      publish();
      changed();
    }),
    editor.registerCommand(FOCUS_COMMAND, () => setFocused(true), COMMAND_PRIORITY_EDITOR),
    editor.registerCommand(BLUR_COMMAND, () => setFocused(false), COMMAND_PRIORITY_EDITOR),
    session.subscribe(drawSoon),
  ];
  awareness.on("update", changed);
  window.addEventListener("scroll", changed, { capture: true, passive: true });
  publish();
  drawSoon();
  return () => {
    for (const stop of stops) stop();
    awareness.off("update", changed);
    window.removeEventListener("scroll", changed, { capture: true });
    if (frame !== undefined) cancelAnimationFrame(frame);
    container.replaceChildren();
    awareness.setLocalState(null);
  };
}

interface DrawOptions extends Pick<CaretOptions, "editor" | "binding" | "awareness" | "container"> {
  /** Also draws what this user has selected. */
  readonly ownColor: string | undefined;
}

function drawCarets({ editor, binding, awareness, container, ownColor }: DrawOptions): void {
  const origin = container.getBoundingClientRect();
  const drawn = editor.getEditorState().read(() => {
    const found: HTMLElement[] = [];
    if (ownColor !== undefined) found.push(...$drawOwnSelection(editor, origin, ownColor));
    for (const [clientId, state] of awareness.getStates())
      if (clientId !== awareness.clientID) found.push(...$drawCaret(editor, binding, origin, clientId, state));
    return found;
  });
  if (drawn.length > 0 || container.childElementCount > 0) container.replaceChildren(...drawn);
}

function positionOf(value: unknown): Y.RelativePosition | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return Y.createRelativePositionFromJSON(value);
  } catch {
    return undefined;
  }
}

function $drawCaret(
  editor: LexicalEditor,
  binding: LexicalBinding,
  origin: DOMRect,
  clientId: number,
  state: CaretState,
): HTMLElement[] {
  const [anchorPosition, focusPosition] = [positionOf(state.anchorPos), positionOf(state.focusPos)];
  if (state.focusing !== true || anchorPosition === undefined || focusPosition === undefined) return [];
  const [anchor, focus] = [binding.$pointOf(anchorPosition), binding.$pointOf(focusPosition)];
  const [anchorNode, focusNode] = [anchor, focus].map((point) =>
    point === undefined ? null : $getNodeByKey(point.key),
  );
  if (anchor === undefined || focus === undefined || !anchorNode || !focusNode) return [];
  const color = checkedColor(state.color) ?? colorFor(String(clientId));
  const range = createDOMRange(editor, anchorNode, anchor.offset, focusNode, focus.offset);
  if (range === null) return [];
  const drawn = range.collapsed ? [] : rectangles(editor, range, origin, color);
  const end = createDOMRange(editor, focusNode, focus.offset, focusNode, focus.offset);
  const place = end === null ? undefined : placeOf(end);
  if (place === undefined) return drawn;
  const caret = box("lb-lexical-cursor", place, origin, color);
  caret.style.width = "";
  const label = document.createElement("span");
  label.className = "lb-lexical-cursor-label";
  label.textContent = typeof state.name === "string" ? state.name : "";
  caret.append(label);
  return [...drawn, caret];
}

function $drawOwnSelection(editor: LexicalEditor, origin: DOMRect, color: string): HTMLElement[] {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || selection.isCollapsed()) return [];
  const { anchor, focus } = selection;
  const range = createDOMRange(editor, anchor.getNode(), anchor.offset, focus.getNode(), focus.offset);
  return range === null ? [] : rectangles(editor, range, origin, color);
}

function rectangles(editor: LexicalEditor, range: Range, origin: DOMRect, color: string): HTMLElement[] {
  return createRectsFromDOMRange(editor, range).map((rect) => box("lb-lexical-selection", rect, origin, color));
}

/** An empty block has no rectangle of its own in the text. */
function placeOf(range: Range): DOMRect | undefined {
  const [rect] = range.getClientRects();
  if (rect !== undefined) return rect;
  const { startContainer } = range;
  return startContainer instanceof Element ? startContainer.getBoundingClientRect() : undefined;
}

function box(className: string, rect: DOMRect, origin: DOMRect, color: string): HTMLElement {
  const element = document.createElement("span");
  element.className = className;
  element.style.setProperty("--lb-lexical-user-color", color);
  element.style.left = `${rect.left - origin.left}px`;
  element.style.top = `${rect.top - origin.top}px`;
  element.style.width = `${rect.width}px`;
  element.style.height = `${rect.height}px`;
  return element;
}
