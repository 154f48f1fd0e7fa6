import fc from "fast-check";
import type { AiAssistantMessage, AiMessage, JsonObject } from "@weft/protocol/types";
import { expect, test } from "vitest";
import { MessageTree } from "./message-tree.ts";
import { partialObject } from "./partial-json.ts";

const at = (second: number) => new Date(second * 1_000).toISOString();
const user = (id: string, parentId: string | null, second: number): AiMessage => ({
  id,
  chatId: "c",
  role: "user",
  parentId,
  createdAt: at(second),
  content: [{ type: "text", text: id }],
});
const answer = (id: string, parentId: string, second: number): AiAssistantMessage => ({
  id,
  chatId: "c",
  role: "assistant",
  parentId,
  createdAt: at(second),
  status: "generating",
  contentSoFar: [],
});

/** Two answers to a question, a second question below the first, and an edited question. */
function grown(): MessageTree {
  const tree = new MessageTree();
  const messages = [user("q1", null, 1), answer("a1", "q1", 2), answer("a2", "q1", 3), user("q2", "a1", 4)];
  for (const message of [...messages, user("q1b", null, 5), answer("a1b", "q1b", 6)]) tree.put(message);
  return tree;
}
const ids = (tree: MessageTree, through?: string) => tree.branch(through).map(({ id }) => id);

test("[CS174] the newest branch is shown, or the one of a message, and each names those beside it", () => {
  const tree = grown();
  expect([ids(tree), ids(tree, "q1"), ids(tree, "a2"), ids(tree, "unknown")]).toEqual([
    ["q1b", "a1b"],
    ["q1", "a1", "q2"],
    ["q1", "a2"],
    ["q1b", "a1b"],
  ]);
  expect(tree.branch("a2").map(({ navigation }) => navigation)).toEqual([
    { parent: null, prev: null, next: "q1b" },
    { parent: "q1", prev: "a1", next: null },
  ]);
});

test("[CS174] deleted messages are not shown, and what is below them is", () => {
  const tree = grown();
  tree.delete("a1", at(9));
  expect(ids(tree, "q1")).toEqual(["q1", "q2"]);
  expect(tree.branch("q1")[1]!.navigation.parent).toBe("q1");
  tree.delete("a1b", at(9));
  tree.delete("q1b", at(9));
  tree.delete("q2", at(9));
  expect(ids(tree)).toEqual(["q1", "a2"]);
  expect(tree.branch()[1]!.navigation).toEqual({ parent: "q1", prev: null, next: null });
});

test("[CS175] branches and messages are the same objects until they change", () => {
  const tree = grown();
  const before = tree.branch();
  expect(tree.branch()).toBe(before);
  tree.put(answer("a3", "q1", 2.5));
  expect(tree.branch()).toBe(before);
  tree.apply("a1b", { type: "text-delta", textDelta: "x" }, at(9));
  const after = tree.branch();
  expect([after === before, after[0] === before[0], after[1] === before[1]]).toEqual([false, true, false]);
});

test("[CS173] deltas make an answer, with what is complete of a tool's arguments", () => {
  const tree = grown();
  const content = () => (tree.branch()[1] as { contentSoFar: unknown }).contentSoFar;
  for (const textDelta of ["Let ", "me see."]) tree.apply("a1b", { type: "text-delta", textDelta }, at(9));
  tree.apply("a1b", { type: "tool-stream", invocationId: "i", name: "find" }, at(9));
  tree.apply("a1b", { type: "tool-delta", delta: '{"city":"Ro' }, at(9));
  const tool = { type: "tool-invocation", invocationId: "i", name: "find" };
  expect(content()).toEqual([
    { type: "text", text: "Let me see." },
    { ...tool, stage: "receiving", partialArgs: { city: "Ro" } },
  ]);
  tree.apply("a1b", { type: "tool-delta", delta: 'me","near":[1,' }, at(9));
  expect(content()).toMatchObject([{}, { partialArgs: { city: "Rome", near: [1] } }]);
  tree.apply("a1b", { ...tool, type: "tool-invocation", stage: "executing", args: { city: "Rome" } }, at(9));
  tree.apply("a1b", { type: "tool-delta", delta: "late" }, at(9));
  expect(content()).toMatchObject([{}, { stage: "executing", args: { city: "Rome" } }]);
  tree.apply("unknown", { type: "text-delta", textDelta: "x" }, at(9));
});

test("[CS172] what the server has replaces what was shown before, and what is on its way to it stays", () => {
  const tree = grown();
  tree.put({ ...user("q9", null, 9), _optimistic: true });
  tree.load([user("q1", null, 1), { ...user("q2", "gone", 4) }]);
  expect(Array.from(tree.all, ({ id }) => id).toSorted()).toEqual(["q1", "q2", "q9"]);
  expect(ids(tree, "q2")).toEqual(["q2"]);
});

test("[CS180] a restart fails what was being written, and nothing that is on its way", () => {
  const tree = new MessageTree();
  tree.put(user("q", null, 1));
  tree.put(answer("a", "q", 2));
  tree.put({ ...answer("b", "q", 3), _optimistic: true });
  tree.failAll("Lost connection");
  expect([tree.get("a"), tree.get("b")]).toMatchObject([
    { status: "failed", errorReason: "Lost connection" },
    { status: "generating" },
  ]);
});

test("[CS173] every beginning of an object is read as far as it goes", () => {
  const seed = Number(process.env["WEFT_SEED"] ?? Date.now() % 2 ** 31);
  const object = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });
  fc.assert(
    fc.property(object, fc.nat(), (value, cut) => {
      const text = JSON.stringify(value);
      expect(partialObject(text)).toEqual(JSON.parse(text));
      const part = partialObject(text.slice(0, cut % (text.length + 1)));
      for (const key of Object.keys(part)) expect(Object.keys(JSON.parse(text) as JsonObject)).toContain(key);
    }),
    { seed, numRuns: 300 },
  );
  expect(partialObject('{"a":"b\\u00')).toEqual({ a: "b" });
  expect(partialObject('{"a":1,"b":tr')).toEqual({ a: 1 });
  expect([partialObject(""), partialObject("[1"), partialObject('{"a')]).toEqual([{}, {}, {}]);
});
