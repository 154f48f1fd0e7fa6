import type { ProjectRecord } from "../projects/project-records.ts";
import type { Projects } from "../projects/projects.ts";
import type { ChatRecords } from "./chat-records.ts";

const dayMs = 86_400_000;
const sweptAtOnce = 100;

export interface ChatSweepOptions {
  readonly records: Pick<ChatRecords, "expired" | "delete">;
  readonly projects: Pick<Projects, "all">;
  /** Null: chats are kept until they are deleted. */
  readonly daysOf: (project: ProjectRecord) => Promise<number | null>;
  readonly now: () => number;
}

/** Deletes chats without a message for longer than their project keeps them. */
export async function sweepChats({ records, projects, daysOf, now }: ChatSweepOptions): Promise<void> {
  for (const project of await projects.all()) {
    const days = await daysOf(project);
    if (days === null) continue;
    for (;;) {
      const expired = await records.expired(project.id, now() - days * dayMs, sweptAtOnce);
      for (const { owner, id } of expired) await records.delete(owner, id);
      if (expired.length < sweptAtOnce) break;
    }
  }
}
