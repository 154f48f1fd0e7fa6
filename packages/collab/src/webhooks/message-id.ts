import { createHash } from "node:crypto";
import type { WebhookEndpointRecord } from "./webhook-records.ts";

/** The same for the same event and endpoint, however often the event is read. Nothing can be concluded from it. */
export function messageId(
  { project, id, createdAt }: Pick<WebhookEndpointRecord, "project" | "id" | "createdAt">,
  seq: number,
): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([project, id, createdAt, seq]))
    .digest("base64url");
  return `msg_${digest.slice(0, 27)}`;
}
