import { useQuery } from "@tanstack/react-query";
import type { DomainEventType, ProjectWebhook, WebhookEventDetails } from "@weft/protocol";
import { webhookEventGroups } from "@weft/protocol/webhook-event-groups";
import type { DescribedWebhookEvent } from "@weft/protocol/webhook-event-groups";
import { webhookLimits } from "@weft/protocol/webhook-limits";
import { Send } from "lucide-react";
import { Link, useNavigate } from "react-router";
import { pageMeta } from "../../../shell/page-meta.ts";
import { Button } from "../../../ui/button.tsx";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../ui/table.tsx";
import { Loaded } from "../../shared/loaded.tsx";
import { PageHead } from "../../shared/page-head.tsx";
import { useFilters } from "../../shared/use-filters.ts";
import { useProject } from "../shared/project-context.ts";
import { TestEventDialog } from "./test-event-dialog.tsx";
import { webhookEventsQuery, webhooksQuery } from "./webhooks-query.ts";

export const meta = () => pageMeta({ title: "Event catalog", indexed: false });

/** Every event that webhooks report: when it is sent, how often, and its shape. */
export default function CatalogPage() {
  const { project, base } = useProject();
  const events = useQuery(webhookEventsQuery(project.id));
  const { values, set } = useFilters(["test"]);
  const tested = webhookEventGroups.flatMap((group) => group.events).find(({ type }) => type === values.test)?.type;
  return (
    <>
      <Link to={`${base}/webhooks`} className="text-sm text-muted hover:text-ink">
        Webhooks
      </Link>
      <PageHead title="Event catalog">
        The events that webhook endpoints can receive. Each is delivered at least once.{" "}
        <Link to="/docs/platform/webhooks#event-list" className="link">
          View docs
        </Link>
      </PageHead>
      <Loaded query={events}>
        {(details) => (
          <div className="flex flex-col gap-10">
            {webhookEventGroups.map(({ title, events: described }) => (
              <section key={title} aria-label={title} className="flex min-w-0 flex-col gap-4">
                <h2 className="text-lg">{title}</h2>
                {described.map((event) => (
                  <EventCard
                    key={event.type}
                    event={event}
                    details={details.find(({ type }) => type === event.type)}
                    onTest={() => set({ test: event.type })}
                  />
                ))}
              </section>
            ))}
          </div>
        )}
      </Loaded>
      {tested !== undefined && <CatalogTest type={tested} onClose={() => set({ test: null })} />}
    </>
  );
}

interface EventCardProps {
  event: DescribedWebhookEvent;
  details: WebhookEventDetails | undefined;
  onTest: () => void;
}

function EventCard({ event: { type, description, throttle }, details, onTest }: EventCardProps) {
  return (
    <Card className="flex min-w-0 flex-col gap-4 p-5!">
      <article id={type} aria-label={type} className="flex min-w-0 flex-col gap-4">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="flex min-w-0 flex-col gap-1">
            <h3 className="font-mono text-sm font-medium wrap-anywhere">{type}</h3>
            <p className="text-sm text-muted">
              {description} {throttle === undefined ? "Not throttled." : throttleText}
            </p>
          </div>
          <Button size="sm" onClick={onTest} aria-label={`Send test of ${type}`}>
            <Send className="size-4" aria-hidden />
            Send test
          </Button>
        </div>
        {details !== undefined && (
          <div className="grid min-w-0 items-start gap-5 min-[112rem]:grid-cols-2">
            <FieldsTable details={details} />
            <CodeBlock title="Example" code={JSON.stringify(details.example, null, 2)} className="[&_pre]:max-h-80" />
          </div>
        )}
        {details !== undefined && (
          <details className="min-w-0 text-sm">
            <summary className="w-fit cursor-pointer rounded-sm text-muted hover:text-ink">JSON Schema</summary>
            <CodeBlock
              title={`${type}.schema.json`}
              code={JSON.stringify(details.schema, null, 2)}
              className="mt-3 [&_pre]:max-h-80"
            />
          </details>
        )}
      </article>
    </Card>
  );
}

const { webhookThrottleSecondsDefault, webhookThrottleSecondsMin, webhookThrottleSecondsMax } = webhookLimits;
const throttleText = `One event per room in ${webhookThrottleSecondsDefault} seconds by default; endpoints can set ${webhookThrottleSecondsMin} to ${webhookThrottleSecondsMax}.`;

function FieldsTable({ details: { type, fields } }: { details: WebhookEventDetails }) {
  return (
    <Table caption={`Data of ${type}`} stacked>
      <thead>
        <Row>
          <HeaderCell>Data</HeaderCell>
          <HeaderCell>Type</HeaderCell>
          <HeaderCell>Description</HeaderCell>
        </Row>
      </thead>
      <tbody>
        {fields.map((field) => (
          <Row key={field.name}>
            <HeaderCell scope="row" className="font-mono text-xs">
              {field.name}
              {field.optional && <span className="font-sans text-faint"> optional</span>}
            </HeaderCell>
            <Cell label="Type" className="font-mono text-xs wrap-anywhere">
              {field.type}
            </Cell>
            <Cell label="Description">{field.description}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** Sends an event to an endpoint that is subscribed to it. */
function CatalogTest({ type, onClose }: { type: DomainEventType; onClose: () => void }) {
  const { project, base } = useProject();
  const navigate = useNavigate();
  const webhooks = useQuery(webhooksQuery(project.id));
  if (webhooks.data === undefined) return null;
  const endpoints = webhooks.data.filter((webhook) => isReceiver(webhook, type));
  if (endpoints.length === 0)
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title="No endpoint receives this event"
        description={`Create an endpoint, or enable one that is subscribed to ${type}.`}
      >
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <ButtonLink variant="primary" to={`${base}/webhooks?dialog=create-webhook`}>
            Create endpoint
          </ButtonLink>
        </div>
      </Dialog>
    );
  return (
    <TestEventDialog
      open
      endpoints={endpoints}
      type={type}
      onClose={onClose}
      onSent={({ webhookId, deliveryId }) => {
        const endpoint = `${base}/webhooks/${encodeURIComponent(webhookId)}`;
        void navigate(`${endpoint}?tab=deliveries&event=${encodeURIComponent(deliveryId)}`);
      }}
    />
  );
}

function isReceiver({ state, subscribedEvents }: ProjectWebhook, type: DomainEventType): boolean {
  return state !== "disabled" && subscribedEvents.includes(type);
}
