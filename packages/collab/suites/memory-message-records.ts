import type { MessageRecord, MessageRecords } from "../src/messages/message-records.ts";
import { newestFirst } from "./sort-order.ts";

/** Messages in memory. */
export function createMemoryMessageRecords(): MessageRecords {
  const messages = new Map<string, MessageRecord>();
  return {
    async insert(message) {
      if (messages.has(message.id)) throw new Error("The message is there already.");
      messages.set(message.id, message);
    },
    list: async ({ kind, state }, { limit, after }) =>
      [...messages.values()]
        .filter((one) => kind === undefined || one.kind === kind)
        .filter((one) => state === undefined || one.state === state)
        .filter((one) => after === undefined || newestFirst(after, one) < 0)
        .toSorted(newestFirst)
        .slice(0, limit),
    async update(id, change) {
      const before = messages.get(id);
      if (before === undefined) return undefined;
      const changes = Object.entries(change).filter(([, value]) => value !== undefined);
      const after = { ...before, ...Object.fromEntries(changes) };
      messages.set(id, after);
      return after;
    },
  };
}
