// @vitest-environment jsdom
import { registerRichText } from "@lexical/rich-text";
import type { LexicalEditor } from "lexical";
import { $createTextNode, $getRoot, $getSelection, $isElementNode, $isRangeSelection, createEditor } from "lexical";
import { afterEach, expect, test } from "vitest";
import * as Y from "yjs";
import { LexicalBinding } from "../binding/binding.ts";
import { $isMentionNode, EditorGroupMentionNode, UserMentionNode } from "../nodes/mention-nodes.tsx";
import { EditorThreadMarkNode } from "../nodes/thread-mark-node.ts";
import { followMentions } from "./mention-notifications.ts";
import { mentionQueryOf } from "./mention-query.ts";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0).toReversed()) stop();
});

/** A user with the calls that the server has received from them. */
function open() {
  const editor = createEditor({
    nodes: [UserMentionNode, EditorGroupMentionNode, EditorThreadMarkNode],
    onError(error) {
      throw error;
    },
  });
  const element = document.createElement("div");
  element.contentEditable = "true";
  document.body.append(element);
  editor.setRootElement(element);
  const doc = new Y.Doc();
  const calls: string[] = [];
  const stopMentions = followMentions(editor, {
    created: ({ kind, id }, mentionId) => calls.push(`+ ${kind} ${id} ${mentionId.replace(/^in_.{21}$/u, "new")}`),
    deleted: (mentionId) => calls.push(`- ${mentionId}`),
  });
  const binding = new LexicalBinding(editor, doc);
  const stopText = registerRichText(editor);
  stops.push(
    stopText,
    stopMentions,
    () => binding.destroy(),
    () => element.remove(),
  );
  return { editor, doc, binding, calls: () => calls.splice(0) };
}

const edit = (editor: LexicalEditor, change: () => void) => editor.update(change, { discrete: true });
function exchange(...users: readonly { readonly doc: Y.Doc }[]): void {
  const updates = users.map(({ doc }) => Y.encodeStateAsUpdate(doc));
  for (const { doc } of users) for (const update of updates) Y.applyUpdate(doc, update, "network");
}
const settled = () => Promise.resolve().then(() => Promise.resolve());

test("[RL8] mentions of this user's edits are told to the server, once each, and not those of others", async () => {
  const [ada, bob] = [open(), open()];
  edit(ada.editor, () => {
    const group = new EditorGroupMentionNode("in_2", "g", ["dan"]);
    $getRoot()
      .selectEnd()
      .insertNodes([$createTextNode("Hi "), new UserMentionNode("in_1", "cyd"), group]);
  });
  exchange(ada, bob);
  expect([ada.calls(), bob.calls()]).toEqual([["+ user cyd in_1", "+ group g in_2"], []]);
  edit(bob.editor, () => {
    const [paragraph] = $getRoot().getChildren();
    if ($isElementNode(paragraph)) paragraph.clear();
  });
  exchange(ada, bob);
  expect([ada.calls(), bob.calls()]).toEqual([[], ["- in_1", "- in_2"]]);
  bob.binding.travel("undo");
  exchange(ada, bob);
  expect([ada.calls(), bob.calls()]).toEqual([[], ["+ user cyd in_1", "+ group g in_2"]]);
  // A copy mentions with an id of its own.
  edit(ada.editor, () =>
    $getRoot()
      .selectEnd()
      .insertNodes([new UserMentionNode("in_1", "cyd")]),
  );
  await settled();
  expect(ada.calls()).toEqual(["+ user cyd new"]);
  edit(ada.editor, () => {
    const [paragraph] = $getRoot().getChildren();
    const mentions = $isElementNode(paragraph) ? paragraph.getChildren().filter($isMentionNode) : [];
    mentions[0]?.remove();
  });
  expect(ada.calls()).toEqual(["- in_1"]);
});

test("[RL8] a mention is written from an @ at the beginning of a word, up to white space", () => {
  const { editor } = open();
  const queryOf = (text: string) => {
    edit(editor, () => {
      $getRoot().clear();
      const selection = $getRoot().selectEnd();
      selection.insertText(text);
    });
    return mentionQueryOf(editor)?.text;
  };
  expect(["@", "Hi @ad", "(@ad", "Hi @ada.l-1"].map(queryOf)).toEqual(["", "ad", "ad", "ada.l-1"]);
  expect(["Hi", "me@host", "@ada said", "@" + "a".repeat(80)].map(queryOf)).toEqual(Array(4).fill(undefined));
  queryOf("Hi @ad");
  edit(editor, () => {
    const selection = $getSelection();
    if ($isRangeSelection(selection)) selection.anchor.set(selection.anchor.key, 0, "text");
  });
  expect(mentionQueryOf(editor)).toBeUndefined();
});

test("[RL10] mentions of which a document says nothing useful are shown as such", () => {
  const { editor, doc } = open();
  const paragraph = new Y.XmlText();
  doc.transact(() => {
    doc.get("root", Y.XmlText).insertEmbed(0, paragraph);
    paragraph.setAttribute("__type", "paragraph");
    for (const [type, attributes] of [
      ["lb-mention", { __id: {}, __userId: 7 }],
      ["lb-group-mention", { __groupId: "g", __userIds: ["a", 1, null] }],
    ] as const) {
      const element = new Y.XmlElement();
      paragraph.insertEmbed(0, element);
      element.setAttribute("__type", type);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value as never);
    }
  });
  editor.getEditorState().read(() => {
    const [shown] = $getRoot().getChildren();
    const mentions = $isElementNode(shown) ? shown.getChildren().filter($isMentionNode) : [];
    expect(mentions.map((node) => node.getMention())).toEqual([
      { kind: "group", id: "g", userIds: ["a"] },
      { kind: "user", id: "" },
    ]);
  });
});
