import { useQuery } from "@tanstack/react-query";
import type { WebhookDeliveryDetails } from "@weft/protocol";
import { request } from "../../../api/request.ts";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Loaded } from "../../shared/loaded.tsx";
import { PanelSection } from "../shared/panel-section.tsx";
import { useProject } from "../shared/project-context.ts";
import { payloadChanges } from "./payload-changes.ts";
import { useWebhook } from "./use-webhook.ts";
import { deliveriesKey, deliveryQuery } from "./webhooks-query.ts";

/** Deliveries of one millisecond among which the one before is found. */
const looked = 10;

/** What differs from the payload before, of the same room and event. */
export function PreviousPayload({ delivery, roomId }: { delivery: WebhookDeliveryDetails; roomId: string }) {
  const { project } = useProject();
  const webhook = useWebhook();
  const { id, type, createdAt: to } = delivery;
  const previous = useQuery({
    queryKey: [...deliveriesKey(project.id, webhook.id), id, "previous"],
    queryFn: async ({ signal }) => {
      const { data } = await request("GET /internal/projects/{projectId}/webhooks/{webhookId}/deliveries", {
        path: { projectId: project.id, webhookId: webhook.id },
        query: { type, roomId, to, limit: String(looked) },
        signal,
      });
      const own = data.findIndex((one) => one.id === id);
      return (own === -1 ? undefined : data[own + 1]?.id) ?? null;
    },
    staleTime: Infinity,
  });
  return (
    <PanelSection title="Changes">
      <Loaded query={previous}>
        {(found) =>
          found === null ? (
            <p className="text-sm text-muted">No earlier delivery of this event and room.</p>
          ) : (
            <Changes previousId={found} body={delivery.body} />
          )
        }
      </Loaded>
    </PanelSection>
  );
}

function Changes({ previousId, body }: { previousId: string; body: string }) {
  const { project } = useProject();
  const webhook = useWebhook();
  const query = useQuery(deliveryQuery(project.id, webhook.id, previousId));
  return (
    <Loaded query={query}>
      {(previous) => {
        const changes = payloadChanges(previous.body, body);
        return (
          <>
            <p className="text-sm text-muted">
              Compared with the previous delivery of this event and room, <RelativeTime at={previous.createdAt} />.
            </p>
            {changes.length === 0 ? (
              <p className="text-sm">The payloads are the same.</p>
            ) : (
              <ul className="flex flex-col gap-2 font-mono text-xs">
                {changes.map(({ path, before, after }) => (
                  <li key={path} className="flex flex-col gap-0.5 wrap-anywhere">
                    <span className="text-faint">{path}</span>
                    {before !== undefined && (
                      <del className="text-danger no-underline">
                        <span aria-hidden>− </span>
                        {before}
                      </del>
                    )}
                    {after !== undefined && (
                      <ins className="text-success no-underline">
                        <span aria-hidden>+ </span>
                        {after}
                      </ins>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
