import { expect, test } from "vitest";
import { outboxEventId, outboxSeqOf } from "./outbox-event-id.ts";

test("an id of an event tells where in the outbox it was", () => {
  for (const seq of [1, 35, 36, 123_456_789_012]) expect(outboxSeqOf(outboxEventId(seq))).toBe(seq);
  expect(outboxEventId(1)).toBe("ev_00000001outbox");
  expect(outboxSeqOf("ev_0000mr1aq0f3b2c4d5")).toBeUndefined();
  expect(outboxSeqOf("ev_zzzzzzzzzzzzzzzzoutbox")).toBeUndefined();
});
