import { explainIssues, fixedLimits, webhookEvents, WeftError } from "@weft/protocol";
import type { DomainEvent, DomainEventType, Json } from "@weft/protocol";
import { invalid } from "../invalid.ts";

/** A test event with data of a member's own. UNPROCESSABLE_ENTITY, with the place, for data that is not the event's. */
export function readTestEvent(type: DomainEventType, data: Json): DomainEvent {
  const { webhookTestData } = fixedLimits;
  if (Buffer.byteLength(JSON.stringify(data)) > webhookTestData)
    throw invalid(["data"], `must be at most ${webhookTestData / 1_024} KiB of JSON.`);
  const read = webhookEvents[type].strict().safeParse(data);
  if (read.success) return { type, data } as unknown as DomainEvent;
  throw new WeftError("UNPROCESSABLE_ENTITY", { message: explainIssues(read.error, data), cause: read.error });
}
