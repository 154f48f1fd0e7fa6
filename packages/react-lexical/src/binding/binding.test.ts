// @vitest-environment jsdom
import { $createHeadingNode, HeadingNode, registerRichText } from "@lexical/rich-text";
import { createBinding, syncLexicalUpdateToYjs, syncYjsChangesToLexical } from "@lexical/yjs";
import type { Provider } from "@lexical/yjs";
import type { LexicalEditor } from "lexical";
import {
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $isTextNode,
  createEditor,
} from "lexical";
import { afterEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { $markSelection, EditorThreadMarkNode } from "../nodes/thread-mark-node.ts";
import { LexicalBinding } from "./binding.ts";
import { initialParagraphAuthor } from "./initial-paragraph.ts";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0).toReversed()) stop();
});

function openEditor(errors: Error[] = []): LexicalEditor {
  const editor = createEditor({ nodes: [HeadingNode, EditorThreadMarkNode], onError: (error) => errors.push(error) });
  const element = document.createElement("div");
  element.contentEditable = "true";
  document.body.append(element);
  editor.setRootElement(element);
  const stop = registerRichText(editor);
  stops.push(() => {
    stop();
    editor.setRootElement(null);
    element.remove();
  });
  return editor;
}

function open(doc = new Y.Doc(), errors?: Error[]) {
  const editor = openEditor(errors);
  const binding = new LexicalBinding(editor, doc);
  stops.push(() => binding.destroy());
  return { editor, doc, binding };
}
type User = ReturnType<typeof open>;

const edit = ({ editor }: Pick<User, "editor">, change: () => void) => editor.update(change, { discrete: true });
const type = (user: Pick<User, "editor">, text: string) =>
  edit(user, () => {
    const selection = $getSelection() ?? $getRoot().selectEnd();
    if ($isRangeSelection(selection)) selection.insertText(text);
  });
const htmlOf = ({ editor }: Pick<User, "editor">) =>
  (editor.getRootElement()?.innerHTML ?? "").replaceAll(
    / (dir|class|data-\S+)="[^"]*"| data-lexical-text="true"/gu,
    "",
  );
const textOf = ({ editor }: Pick<User, "editor">) => editor.getRootElement()?.textContent ?? "";
function exchange(...users: readonly Pick<User, "doc">[]): void {
  const updates = users.map(({ doc }) => Y.encodeStateAsUpdate(doc));
  for (const { doc } of users) for (const update of updates) Y.applyUpdate(doc, update, "network");
}
/** Two users of a document that says "one". */
function openTwo(): [User, User] {
  const one = open();
  type(one, "one");
  const two = open();
  exchange(one, two);
  return [one, two];
}

test("[RL1] nothing is written before the first edit, and those who begin at once have one paragraph", () => {
  const [one, two] = [open(), open()];
  expect(htmlOf(one)).toBe("<p><br></p>");
  edit(one, () => void $getRoot().selectEnd());
  for (const { doc } of [one, two]) expect(Y.encodeStateAsUpdate(doc)).toEqual(new Uint8Array([0, 0]));
  type(one, "from one");
  type(two, "from two");
  exchange(one, two);
  expect(htmlOf(one)).toMatch(/^<p><span>(from onefrom two|from twofrom one)<\/span><\/p>$/u);
  expect(htmlOf(two)).toBe(htmlOf(one));
  expect([...one.doc.store.clients.keys()]).toContain(initialParagraphAuthor);
  // Undo takes back the text, not the paragraph.
  one.binding.travel("undo");
  exchange(one, two);
  for (const user of [one, two]) expect(htmlOf(user)).toBe("<p><span>from two</span></p>");
});

test("[RL1] a caret in the empty paragraph stays there when another user writes first", () => {
  const [one, two] = [open(), open()];
  edit(two, () => void $getRoot().selectEnd());
  type(one, "first");
  exchange(one, two);
  type(two, "!");
  exchange(one, two);
  for (const user of [one, two]) expect(textOf(user)).toMatch(/^(first!|!first)$/u);
});

test("[RL1] what is deleted by others leaves an empty paragraph, which is written when a user writes in it", () => {
  const [one, two] = openTwo();
  edit(one, () => void $getRoot().clear());
  exchange(one, two);
  expect([two.binding.root.length, htmlOf(two)]).toEqual([0, "<p><br></p>"]);
  type(two, "again");
  exchange(one, two);
  for (const user of [one, two]) expect(htmlOf(user)).toBe("<p><span>again</span></p>");
});

test("[RL2] edits that are not committed when others' edits arrive are kept, also within an update", () => {
  const [one, two] = openTwo();
  const other = open();
  exchange(one, other);
  const append = (text: string) => {
    const [paragraph] = $getRoot().getChildren();
    const [node] = $isElementNode(paragraph) ? paragraph.getChildren() : [];
    if ($isTextNode(node)) node.setTextContent(node.getTextContent() + text);
  };
  type(other, " three");
  edit(other, () => void $getRoot().append($createParagraphNode().append($createTextNode("last"))));
  one.editor.update(() => append(" two"));
  Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(other.doc), "network");
  expect(htmlOf(one)).toMatch(/^<p><span>one( two three| three two)<\/span><\/p><p><span>last<\/span><\/p>$/u);
  two.editor.update(
    () => {
      append(" two");
      Y.applyUpdate(two.doc, Y.encodeStateAsUpdate(other.doc), "network");
      append("!");
    },
    { discrete: true },
  );
  expect(textOf(two)).toContain("last");
  for (const part of ["one", " two", " three", "!"]) expect(textOf(two)).toContain(part);
  const read = open(cloneOf(two.doc));
  expect(htmlOf(read)).toBe(htmlOf(two));
});

test("[RL2] text is shown and kept whose format concurrent edits have deleted", () => {
  const [one, two] = openTwo();
  edit(one, () => {
    const [paragraph] = $getRoot().getChildren();
    if ($isElementNode(paragraph)) paragraph.clear();
  });
  edit(two, () => {
    const selection = $getRoot().selectEnd();
    selection.insertText(" two");
  });
  exchange(one, two);
  for (const user of [one, two]) expect(htmlOf(user)).toBe("<p><span> two</span></p>");
  edit(one, () => $getRoot().selectEnd().insertText("!"));
  exchange(one, two);
  for (const user of [one, two]) expect(htmlOf(user)).toBe("<p><span> two!</span></p>");
});

test("[RL2] no edit divides an emoji", () => {
  const [one, two] = openTwo();
  const replaceBy = (user: User, text: string) =>
    edit(user, () => {
      const [paragraph] = $getRoot().getChildren();
      const [node] = $isElementNode(paragraph) ? paragraph.getChildren() : [];
      if ($isTextNode(node)) node.setTextContent(text);
    });
  for (const text of ["\u{1F600}", "\u{1F601}", "\u{1F601}\u{1F600}", "\u{2F600}\u{1F600}", "\u{1F600}"]) {
    replaceBy(one, text);
    exchange(one, two);
    expect([textOf(one), textOf(two), textOf(open(cloneOf(one.doc)))]).toEqual([text, text, text]);
  }
});

test("[RL4] the documents are those of @lexical/yjs, in both directions", () => {
  const ours = open();
  type(ours, "plain ");
  edit(ours, () => {
    const selection = $getRoot().selectEnd();
    selection.formatText("bold");
    selection.insertText("bold");
    $getRoot().append($createHeadingNode("h2").append($createTextNode("Title")));
  });
  edit(ours, () => {
    const [, heading] = $getRoot().getChildren();
    if ($isElementNode(heading)) $markSelection(heading.select(0, 1), "th_1");
  });
  const theirs = openOther();
  exchange(ours, theirs);
  expect(htmlOf(theirs)).toBe(
    "<p><span>plain </span><strong>bold</strong></p><h2><mark><span>Title</span></mark></h2>",
  );
  edit(theirs, () => {
    $getRoot()
      .getFirstChildOrThrow()
      .insertAfter($createParagraphNode().append($createTextNode("theirs")));
    $getRoot().selectStart().insertText("So ");
  });
  exchange(ours, theirs);
  expect(htmlOf(ours)).toBe(
    "<p><span>So plain </span><strong>bold</strong></p><p><span>theirs</span></p><h2><mark><span>Title</span></mark></h2>",
  );
  edit(ours, () => $getRoot().selectEnd().insertText("!"));
  exchange(ours, theirs);
  expect(htmlOf(theirs)).toBe(htmlOf(ours));
});

/** An editor that `@lexical/yjs` binds. */
function openOther() {
  const editor = openEditor();
  const doc = new Y.Doc();
  const awareness = { getLocalState: () => null, getStates: () => new Map() };
  const provider = { awareness } as unknown as Provider;
  const binding = createBinding(editor, provider, "root", doc, new Map([["root", doc]]));
  binding.root.getSharedType().observeDeep((events, { origin }) => {
    if (origin !== binding) syncYjsChangesToLexical(binding, provider, events, false, () => {});
    editor.update(() => {}, { discrete: true });
  });
  editor.registerUpdateListener(({ prevEditorState, editorState, dirtyElements, dirtyLeaves, normalizedNodes, tags }) =>
    syncLexicalUpdateToYjs(
      binding,
      provider,
      prevEditorState,
      editorState,
      dirtyElements,
      dirtyLeaves,
      normalizedNodes,
      tags,
    ),
  );
  return { editor, doc };
}

test("[RL6] a caret stays where it is in the text when others write", () => {
  const [one, two] = openTwo();
  edit(two, () => void $getRoot().selectEnd());
  edit(one, () => $getRoot().selectStart().insertText("This is "));
  exchange(one, two);
  type(two, "!");
  expect(textOf(two)).toBe("This is one!");
  edit(one, () => void $getRoot().getFirstChildOrThrow().insertBefore($createParagraphNode()));
  exchange(one, two);
  type(two, "?");
  expect(textOf(two)).toBe("This is one!?");
});

test("[RL10] nodes that an editor does not know stay in the document as it is edited", () => {
  const { doc } = open();
  const root = doc.get("root", Y.XmlText);
  const unknown = new Y.XmlText();
  const paragraph = new Y.XmlText();
  root.insertEmbed(0, unknown);
  root.insertEmbed(1, paragraph);
  unknown.setAttribute("__type", "from-the-future");
  paragraph.setAttribute("__type", "paragraph");
  unknown.insert(0, "kept");
  paragraph.insertEmbed(0, new Y.XmlElement());
  root.insert(2, "loose");
  const user = open(doc);
  edit(user, () => {
    const [first] = $getRoot().getChildren();
    if ($isElementNode(first)) first.selectEnd().insertText("written");
    $getRoot().append($createParagraphNode());
  });
  expect(htmlOf(user)).toBe("<p><span>written</span></p><p><br></p>");
  expect(unknown.toString()).toContain("kept");
  expect(root.toString()).toContain("loose");
  expect(paragraph.length).toBe("written".length + 2);
});

test("[RL10] what documents of others hold runs no code and exhausts nothing", () => {
  const doc = new Y.Doc();
  const root = doc.get("root", Y.XmlText);
  const heading = new Y.XmlText();
  root.insertEmbed(0, heading);
  heading.setAttribute("__type", "heading");
  heading.setAttribute("__tag", "script");
  const text = new Y.Map<unknown>(
    Object.entries({ __type: "text", __format: {}, __style: "background:url(//evil.test)", __proto: 1, __mode: "x" }),
  );
  heading.insertEmbed(0, text);
  heading.insert(1, "globalThis.hacked = true");
  let inner = heading;
  for (let depth = 0; depth < 300; depth++) {
    const next = new Y.XmlText();
    inner.insertEmbed(0, next);
    next.setAttribute("__type", "lb-thread-mark");
    next.setAttribute("__ids", "th_1");
    inner = next;
  }
  const errors: Error[] = [];
  const user = open(doc, errors);
  expect(user.editor.getRootElement()?.querySelector("script, [style]")).toBeNull();
  expect(textOf(user)).toContain("globalThis.hacked = true");
  expect(errors).toEqual([]);
  expect(globalThis).not.toHaveProperty("hacked");
});

test("[RL11] a key reads and writes its paragraph alone", () => {
  const user = open();
  const line = "Lorem ipsum dolor sit amet ".repeat(10);
  edit(user, () => {
    for (let count = 0; count < 300; count++) $getRoot().append($createParagraphNode().append($createTextNode(line)));
  });
  edit(user, () => void $getRoot().selectEnd());
  const read = vi.spyOn(Y.XmlText.prototype, "toDelta");
  const sizes: number[] = [];
  user.doc.on("update", (update: Uint8Array) => sizes.push(update.length));
  for (const letter of "key") type(user, letter);
  expect(new Set(read.mock.contexts).size).toBe(1);
  expect(read.mock.contexts).not.toContain(user.binding.root);
  expect(Math.max(...sizes)).toBeLessThan(64);
  read.mockRestore();
});

function cloneOf(doc: Y.Doc): Y.Doc {
  const clone = new Y.Doc();
  Y.applyUpdate(clone, Y.encodeStateAsUpdate(doc));
  return clone;
}

test("[RL2] an edit is written although a listener of the application throws", () => {
  const errors: Error[] = [];
  const [one, two] = [open(new Y.Doc(), errors), open()];
  let isFaulty = false;
  const editor = openEditor(errors);
  stops.push(
    editor.registerMutationListener(HeadingNode, () => {
      if (isFaulty) throw new Error("Faulty");
    }),
  );
  const doc = new Y.Doc();
  const binding = new LexicalBinding(editor, doc);
  stops.push(() => binding.destroy());
  const three: User = { editor, doc, binding };
  type(one, "one");
  exchange(one, two, three);
  isFaulty = true;
  expect(() =>
    edit(three, () => void $getRoot().append($createHeadingNode("h1").append($createTextNode("h")))),
  ).toThrow("Faulty");
  isFaulty = false;
  type(one, " two");
  exchange(one, two, three);
  exchange(one, two, three);
  for (const user of [one, two, three]) expect(htmlOf(user)).toBe("<p><span>one two</span></p><h1><span>h</span></h1>");
});
