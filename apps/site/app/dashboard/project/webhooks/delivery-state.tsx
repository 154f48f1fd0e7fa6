import type { WebhookDelivery } from "@weft/protocol";
import { Badge } from "../../../ui/badge.tsx";
import type { BadgeTone } from "../../../ui/badge.tsx";

/** The states of a delivery by which a log is filtered. */
export const deliveryStates = [
  { value: "delivered", label: "Delivered" },
  { value: "waiting", label: "Pending" },
  { value: "failed", label: "Failed" },
  { value: "dropped", label: "Dropped" },
] as const satisfies readonly { readonly value: WebhookDelivery["state"]; readonly label: string }[];

const tones: Readonly<Record<WebhookDelivery["state"], BadgeTone>> = {
  delivered: "success",
  waiting: "neutral",
  failed: "danger",
  dropped: "neutral",
};

/** How far a delivery is. */
export function DeliveryState({ delivery }: { delivery: Pick<WebhookDelivery, "state" | "attemptCount"> }) {
  const { state, attemptCount } = delivery;
  if (state === "waiting" && attemptCount > 0) return <Badge tone="warning">Retrying</Badge>;
  return <Badge tone={tones[state]}>{deliveryStates.find(({ value }) => value === state)!.label}</Badge>;
}
