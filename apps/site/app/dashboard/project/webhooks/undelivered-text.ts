import type { ProjectWebhook } from "@weft/protocol";

/** How many of the newest deliveries have not arrived: `3 of 100 (3%)`. */
export function undeliveredText({ attempted, undelivered }: ProjectWebhook["newest"]): string {
  if (attempted === 0) return "—";
  if (undelivered === 0) return `0 of ${attempted}`;
  return `${undelivered} of ${attempted} (${Math.max(1, Math.round((undelivered / attempted) * 100))}%)`;
}
