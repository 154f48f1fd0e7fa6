import { useQuery } from "@tanstack/react-query";
import type { PlatformEventKind } from "@weft/protocol";
import { Link } from "react-router";
import { request } from "../../../api/request.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { useProject } from "../shared/project-context.ts";
import { DeliveryState } from "../webhooks/delivery-state.tsx";
import { DeliveryThread } from "../webhooks/delivery-thread.tsx";

const everyMs = 3_000;

/** Kinds that the log alone lists. */
const withoutWebhooks: ReadonlySet<PlatformEventKind> = new Set([
  "versionCreated",
  "fileUploaded",
  "connectionLost",
  "entryRefused",
  "limitReached",
]);

/** The webhook deliveries that an event caused, each with its state and a link to it. */
export function EventDeliveries({ id, kind }: { id: string; kind: PlatformEventKind }) {
  const { project, base } = useProject();
  const query = useQuery({
    queryKey: ["project", project.id, "event", id, "deliveries"],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/events/{eventId}/deliveries", {
        path: { projectId: project.id, eventId: id },
        signal,
      }),
    enabled: !withoutWebhooks.has(kind),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ delivery }) => delivery.state === "waiting") ? everyMs : false,
  });
  return (
    <section aria-labelledby="deliveries">
      <h3 id="deliveries" className="mb-2 text-base">
        Webhook deliveries
      </h3>
      {withoutWebhooks.has(kind) ? (
        <p className="text-sm text-muted">Webhooks do not send this type of event.</p>
      ) : (
        <Loaded query={query}>
          {(deliveries) =>
            deliveries.length === 0 ? (
              <p className="text-sm text-muted">
                No deliveries. No webhook endpoint was subscribed to this event, or its deliveries are no longer kept.
              </p>
            ) : (
              <ul aria-label="Webhook deliveries" className="flex flex-col gap-5 text-sm">
                {deliveries.map(({ webhookId, url, delivery, isCombined }) => (
                  <li key={`${webhookId} ${delivery.id}`} className="flex flex-col gap-0.5">
                    <span className="flex min-w-0 items-center gap-3">
                      <DeliveryState delivery={delivery} />
                      <Link
                        to={`${base}/webhooks/${encodeURIComponent(webhookId)}?${new URLSearchParams({ tab: "deliveries", event: delivery.id }).toString()}`}
                        className="link min-w-0 truncate"
                        title={url}
                      >
                        {url}
                      </Link>
                    </span>
                    <DeliveryThread delivery={delivery} className="pt-2.5" />
                    {isCombined && (
                      <span className="text-xs text-muted">
                        Combined with earlier events of this room by the endpoint&apos;s throttle.
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      )}
    </section>
  );
}
