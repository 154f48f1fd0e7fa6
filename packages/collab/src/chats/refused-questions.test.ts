import type { ProjectId } from "@weft/protocol";
import { expect, test } from "vitest";
import type { ChatMessageRecord, ChatOwner } from "./chat-records.ts";
import { createRefusedQuestions } from "./refused-questions.ts";

const ada: ChatOwner = { project: "p1" as ProjectId, organizationId: "default", userId: "ada" };
const bob: ChatOwner = { ...ada, userId: "bob" };
const question = (id: string, length = 400): ChatMessageRecord => ({
  id,
  chatId: "c",
  parentId: null,
  role: "user",
  content: [{ type: "text", text: "x".repeat(length) }],
  createdAt: 1,
});

test("[CH15] refused questions are kept within a share of each user, and within a bound of all, for a while", () => {
  let now = 0;
  const limits = { refusedQuestionBytes: 4_500, refusedQuestionBytesPerUser: 2_500, refusedQuestionMs: 1_000 };
  const refused = createRefusedQuestions({ now: () => now, limits });
  const kept = (owner: ChatOwner, ids: readonly string[]) => ids.filter((id) => refused.find(owner, id) !== undefined);
  refused.add(bob, [question("b1")]);
  for (const id of ["a1", "a2", "a3", "a4"]) refused.add(ada, [question(id)]);
  expect(kept(ada, ["a1", "a2", "a3", "a4"])).toEqual(["a3", "a4"]);
  expect(kept(bob, ["b1", "a4"])).toEqual(["b1"]);
  refused.add(bob, [question("huge", 10_000)]);
  expect(kept(bob, ["b1", "huge"])).toEqual([]);
  for (let n = 0; n < 3; n++) refused.add({ ...ada, userId: `u${n}` }, [question("q")]);
  expect(kept(ada, ["a3", "a4"])).toEqual(["a4"]);
  refused.remove(ada, ["a4", "never"]);
  expect(kept(ada, ["a4"])).toEqual([]);
  now = 1_001;
  expect(kept({ ...ada, userId: "u2" }, ["q"])).toEqual([]);
});
