import type { WebhookDelivery } from "@weft/protocol";
import { countOf } from "../../../formats/count.ts";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { ThreadLine } from "../../../ui/thread-line.tsx";
import type { Station } from "../../../ui/thread-line.tsx";

/** The path of a delivery, from the event to your receiver. */
export function DeliveryThread({ delivery, className }: { delivery: WebhookDelivery; className?: string | undefined }) {
  const { createdAt, state, attemptCount } = delivery;
  return (
    <ThreadLine
      label="Path of the delivery"
      className={className}
      stations={[
        { name: "Event", state: "reached", value: <RelativeTime at={createdAt} /> },
        attemptCount > 0
          ? { name: "Sent", state: "reached", value: countOf(attemptCount, "attempt") }
          : { name: "Sent", state: state === "waiting" ? "next" : "waiting" },
        lastStation(delivery),
      ]}
    />
  );
}

function lastStation({ state, attemptCount, deliveredAt, nextAttemptAt }: WebhookDelivery): Station {
  switch (state) {
    case "delivered":
      return {
        name: "Delivered",
        state: "reached",
        value: deliveredAt === null ? undefined : <RelativeTime at={deliveredAt} />,
      };
    case "failed":
      return { name: "Failed", state: "failed" };
    case "dropped":
      return { name: "Dropped", state: "failed" };
    case "waiting":
      return attemptCount === 0
        ? { name: "Delivery", state: "waiting" }
        : {
            name: "Next attempt",
            state: "next",
            value: nextAttemptAt === null ? undefined : <RelativeTime at={nextAttemptAt} />,
          };
  }
}
