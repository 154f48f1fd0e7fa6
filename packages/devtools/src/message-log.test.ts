import { ClientMessageType, ServerMessageType } from "@weft/protocol/codes";
import { expect, test } from "vitest";
import { longestKept, MessageLog, messagesKept } from "./message-log.ts";

test("[DT5] messages are logged by their names, in the order in which they passed", () => {
  const log = new MessageLog();
  log.add("sent", [{ type: ClientMessageType.updateStorage, ops: [] }, { cmd: "get-chats" }], 5);
  log.add("received", [{ type: ServerMessageType.rejectStorageOp }, { event: "delta" }, { type: 9_999 }, "?"], 6);
  expect(log.messages.map(({ number, at, direction, name }) => [number, at, direction, name])).toEqual([
    [1, 5, "sent", "updateStorage"],
    [2, 5, "sent", "get-chats"],
    [3, 6, "received", "rejectStorageOp"],
    [4, 6, "received", "delta"],
    [5, 6, "received", "9999"],
    [6, 6, "received", '"?"'],
  ]);
});

test("[DT5] the log is bounded: in messages, and in the length of those whose content it keeps", () => {
  const log = new MessageLog();
  log.add("received", [{ type: 200, text: "x".repeat(longestKept) }], 0);
  expect(log.messages[0]).toMatchObject({ content: undefined, size: longestKept + 22 });
  for (let n = 0; n < messagesKept * 5; n++) log.add("sent", [{ type: 100 }], n);
  expect(log.messages.length).toBeLessThanOrEqual(messagesKept * 2);
  expect(log.messages.at(-1)!.number).toBe(messagesKept * 5 + 1);
  log.clear();
  expect(log.messages).toEqual([]);
});
