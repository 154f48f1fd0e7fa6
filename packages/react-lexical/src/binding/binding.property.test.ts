// @vitest-environment jsdom
import { HeadingNode, registerRichText } from "@lexical/rich-text";
import {
  $createParagraphNode,
  $createRangeSelection,
  $getRoot,
  $isElementNode,
  $isParagraphNode,
  $isTextNode,
  $setSelection,
  createEditor,
} from "lexical";
import type { ElementNode, LexicalEditor, TextNode } from "lexical";
import { afterEach, describe, expect, test } from "vitest";
import * as Y from "yjs";
import { $markSelection, EditorThreadMarkNode } from "../nodes/thread-mark-node.ts";
import { LexicalBinding } from "./binding.ts";

const first = Number(process.env["WEFT_SEED"] ?? 1);
const runs = Number(process.env["WEFT_RUNS"] ?? 60);

/** mulberry32 */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
}

interface User {
  readonly editor: LexicalEditor;
  readonly doc: Y.Doc;
  readonly binding: LexicalBinding;
  /** Updates of others that have not arrived. */
  readonly inbox: Uint8Array[];
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});
const errors: unknown[] = [];

function open(id: number, doc = new Y.Doc()): User {
  doc.clientID = id;
  const editor = createEditor({
    nodes: [HeadingNode, EditorThreadMarkNode],
    onError: (error) => errors.push(error),
  });
  const element = document.createElement("div");
  element.contentEditable = "true";
  document.body.append(element);
  editor.setRootElement(element);
  const stop = registerRichText(editor);
  const binding = new LexicalBinding(editor, doc);
  stops.push(() => {
    binding.destroy();
    stop();
    editor.setRootElement(null);
    element.remove();
  });
  return { editor, doc, binding, inbox: [] };
}

function connect(users: readonly User[]): void {
  for (const user of users)
    user.doc.on("update", (update: Uint8Array, origin: unknown) => {
      if (origin === "network") return;
      for (const other of users) if (other !== user) other.inbox.push(update);
    });
}

function receive({ doc, inbox }: User, count: number): void {
  for (const update of inbox.splice(0, count)) Y.applyUpdate(doc, update, "network");
}

const edit = ({ editor }: User, change: () => void) => editor.update(change, { discrete: true });
/** Without what Lexical derives from the text when it shows it. */
const derived = new Set(["textFormat", "textStyle", "direction"]);
const jsonOf = ({ editor }: User) =>
  JSON.stringify(editor.getEditorState().toJSON(), (key, value: unknown) => (derived.has(key) ? undefined : value));
const textOf = ({ editor }: User) => editor.getEditorState().read(() => $getRoot().getTextContent());

function texts(element: ElementNode = $getRoot()): TextNode[] {
  return element
    .getChildren()
    .flatMap((child) => ($isTextNode(child) ? [child] : $isElementNode(child) ? texts(child) : []));
}

let next = 0;
const letters = (length: number) =>
  Array.from({ length }, () => String.fromCodePoint(0x4e00 + (next++ % 20000))).join("");

/** One random edit, and what it inserted. */
function act(user: User, random: (below: number) => number, kinds: readonly string[]): string {
  const kind = kinds[random(kinds.length)];
  let inserted = "";
  edit(user, () => {
    const all = texts();
    const text = all[random(all.length)];
    const selection = $createRangeSelection();
    if (text === undefined) {
      const blocks = $getRoot().getChildren();
      const block = blocks[random(blocks.length)];
      selection.anchor.set(block?.getKey() ?? "root", 0, "element");
      selection.focus.set(block?.getKey() ?? "root", 0, "element");
    } else {
      const size = text.getTextContentSize();
      const [from, to] = [random(size + 1), random(size + 1)];
      selection.anchor.set(text.getKey(), from, "text");
      selection.focus.set(text.getKey(), kind === "type" || kind === "enter" ? from : to, "text");
    }
    $setSelection(selection);
    if (kind === "bold") selection.formatText("bold");
    else if (kind === "mark" && !selection.isCollapsed()) $markSelection(selection, `th_${random(5)}`);
    else if (kind === "delete") selection.removeText();
    else if (kind === "enter") {
      const block = selection.anchor.getNode().getTopLevelElement();
      const isPlain = $isParagraphNode(block) && block.getChildren().every((child) => $isTextNode(child));
      if (isPlain) selection.insertParagraph();
      else block?.insertAfter($createParagraphNode());
    } else {
      inserted = letters(1 + random(4));
      selection.insertText(inserted);
    }
  });
  return inserted;
}

function play(seed: number, kinds: readonly string[], count: number) {
  const random = randomOf(seed);
  const users = Array.from({ length: count }, (_, index) => open(index + 1));
  connect(users);
  let inserted = "";
  for (let step = 0; step < 40; step++) {
    const user = users[random(users.length)] as User;
    if (random(3) === 0) receive(user, 1 + random(4));
    else inserted += act(user, random, kinds);
    if (kinds.includes("undo") && random(20) === 0) user.binding.travel(random(3) > 0 ? "undo" : "redo");
  }
  while (users.some(({ inbox }) => inbox.length > 0)) for (const user of users) receive(user, Infinity);
  return { users, inserted };
}

const seeds = Array.from({ length: runs }, (_, index) => first + index);

describe("two editors of one document", () => {
  test.each(seeds)(
    "[RL3] all text survives typing, new paragraphs, formats and marks in any order (seed %i)",
    (seed) => {
      errors.length = 0;
      const { users, inserted } = play(seed, ["type", "type", "type", "enter", "bold", "mark"], 2 + (seed % 2));
      const [one, ...others] = users as [User, ...User[]];
      for (const other of others) expect(jsonOf(other)).toBe(jsonOf(one));
      const read = open(99, cloneOf(one.doc));
      expect(jsonOf(read)).toBe(jsonOf(one));
      const present = new Set(textOf(one));
      expect(inserted.split("").filter((letter) => !present.has(letter))).toEqual([]);
      expect(errors).toEqual([]);
    },
  );

  test.each(seeds)("[RL3] they agree after edits that also delete and are undone (seed %i)", (seed) => {
    errors.length = 0;
    const { users } = play(seed, ["type", "type", "delete", "enter", "bold", "mark", "undo"], 3);
    const [one, ...others] = users as [User, ...User[]];
    for (const other of others) expect(jsonOf(other)).toBe(jsonOf(one));
    expect(jsonOf(open(99, cloneOf(one.doc)))).toBe(jsonOf(one));
    expect(errors).toEqual([]);
  });
});

function cloneOf(doc: Y.Doc): Y.Doc {
  const clone = new Y.Doc();
  Y.applyUpdate(clone, Y.encodeStateAsUpdate(doc));
  return clone;
}
