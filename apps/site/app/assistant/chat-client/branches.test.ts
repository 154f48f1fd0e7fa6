import type { AiMessage } from "@weft/protocol";
import { expect, test } from "vitest";
import { branchOf } from "./branches.ts";

let minute = 0;
function message(id: string, parentId: string | null, deleted = false): AiMessage {
  const createdAt = new Date(Date.UTC(2026, 4, 2, 10, minute++)).toISOString();
  return {
    id,
    chatId: "c",
    parentId,
    createdAt,
    role: "user",
    content: [],
    ...(deleted && { deletedAt: createdAt }),
  };
}

function tree(...messages: AiMessage[]): ReadonlyMap<string, AiMessage> {
  return new Map(messages.map((one) => [one.id, one]));
}

const ids = (entries: ReturnType<typeof branchOf>) => entries.map((entry) => entry.message.id);

test("the branch that ends in the newest message is shown, unless another is chosen", () => {
  const all = tree(message("u1", null), message("a1", "u1"), message("u2", "a1"), message("a2", "u1"));
  expect(ids(branchOf(all))).toEqual(["u1", "a2"]);
  expect(ids(branchOf(all, "u2"))).toEqual(["u1", "a1", "u2"]);
  expect(branchOf(undefined)).toEqual([]);
});

test("siblings lead to the newest ends of their branches", () => {
  const all = tree(message("u1", null), message("a1", "u1"), message("u2", "a1"), message("a2", "u1"));
  expect(branchOf(all)[1]).toMatchObject({ index: 1, count: 2, previous: "u2", next: undefined });
  expect(branchOf(all, "u2")[1]).toMatchObject({ index: 0, count: 2, previous: undefined, next: "a2" });
  expect(branchOf(all)[0]).toMatchObject({ index: 0, count: 1, previous: undefined, next: undefined });
});

test("a deleted message is skipped, and those below it stay", () => {
  const all = tree(message("u1", null), message("a1", "u1", true), message("u2", "a1"), message("x", "u2", true));
  expect(ids(branchOf(all))).toEqual(["u1", "u2"]);
  expect(ids(branchOf(tree(message("u1", null, true))))).toEqual([]);
});

test("a second first message is another branch", () => {
  const all = tree(message("u1", null), message("u2", null));
  expect(branchOf(all)).toMatchObject([{ message: { id: "u2" }, index: 1, count: 2, previous: "u1" }]);
});
