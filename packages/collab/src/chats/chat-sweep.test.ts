import type { ProjectId } from "@weft/protocol";
import { expect, test } from "vitest";
import { createMemoryChatRecords } from "../../suites/memory-chat-records.ts";
import type { ProjectRecord } from "../projects/project-records.ts";
import { sweepChats } from "./chat-sweep.ts";

const dayMs = 86_400_000;

test("chats without a message for longer than their project keeps them are deleted, and no others", async () => {
  const records = createMemoryChatRecords();
  const [short, long] = ["short", "long"].map((id) => ({ project: id as ProjectId, organizationId: "o", userId: "u" }));
  for (const owner of [short!, long!])
    for (let day = 0; day < 205; day++)
      await records.create(owner, { id: `c${day}`, title: "", metadata: {}, createdAt: day * dayMs }, 1_000);
  const projects = { all: async () => [short!, long!].map(({ project }) => ({ id: project }) as ProjectRecord) };
  const daysOf = async ({ id }: ProjectRecord) => (id === "short" ? 2 : null);
  await sweepChats({ records, projects, daysOf, now: () => 205 * dayMs });
  const count = async (owner: typeof short) => (await records.list(owner!, { limit: 1_000 })).length;
  expect([await count(short), await count(long)]).toEqual([2, 205]);
});
