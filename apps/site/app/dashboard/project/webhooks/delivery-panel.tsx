import { useMutation, useQuery } from "@tanstack/react-query";
import type { WebhookAttempt, WebhookDeliveryDetails } from "@weft/protocol";
import { RotateCcw } from "lucide-react";
import { Link } from "react-router";
import { request } from "../../../api/request.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { ThreadMark } from "../../../ui/thread-line.tsx";
import { toast } from "../../../ui/toast.ts";
import { formatClockMs, formatDay } from "../../shared/clock-time.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { FactLine } from "../shared/fact-line.tsx";
import { indented } from "../shared/indented.ts";
import { NamedValues } from "../shared/named-values.tsx";
import { PanelSection } from "../shared/panel-section.tsx";
import { useProject } from "../shared/project-context.ts";
import { StatusBadge } from "../shared/status-badge.tsx";
import { curlCommand, localReceiver } from "./curl-command.ts";
import { DeliveryState } from "./delivery-state.tsx";
import { DeliveryThread } from "./delivery-thread.tsx";
import { PreviousPayload } from "./previous-payload.tsx";
import { refusalText } from "../shared/refusal-text.ts";
import { useRefreshWebhook } from "./use-refresh-webhook.ts";
import { useWebhook } from "./use-webhook.ts";
import { deliveryQuery } from "./webhooks-query.ts";

/** A delivery: the request, the response, and a button to send it again. */
export function DeliveryPanel({ id }: { id: string }) {
  const { project } = useProject();
  const webhook = useWebhook();
  const query = useQuery(deliveryQuery(project.id, webhook.id, id));
  return (
    <Loaded query={query} missing={<p className="text-sm text-muted">This delivery is no longer available.</p>}>
      {(delivery) => (
        <div className="flex flex-col gap-6">
          <div className="flex items-center justify-between gap-4">
            <code className="text-sm wrap-anywhere">{delivery.type}</code>
            <ReplayButton delivery={delivery} />
          </div>
          <DeliveryThread delivery={delivery} />
          <Facts delivery={delivery} />
          <PanelSection title="Attempts">
            {delivery.attempts.length === 0 ? (
              <p className="text-sm text-muted">No attempts yet.</p>
            ) : (
              <ol>
                {delivery.attempts.toReversed().map((attempt) => (
                  <li key={attempt.at} className="flex gap-3 [--at:1.5rem]">
                    <ThreadMark state={isAccepted(attempt) ? "reached" : "failed"} />
                    <Attempt attempt={attempt} />
                  </li>
                ))}
              </ol>
            )}
          </PanelSection>
          <Request delivery={delivery} />
          {delivery.roomId !== null && <PreviousPayload delivery={delivery} roomId={delivery.roomId} />}
        </div>
      )}
    </Loaded>
  );
}

function ReplayButton({ delivery }: { delivery: WebhookDeliveryDetails }) {
  const { project } = useProject();
  const webhook = useWebhook();
  const refresh = useRefreshWebhook();
  const replay = useMutation({
    mutationFn: () =>
      request("POST /internal/projects/{projectId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay", {
        path: { projectId: project.id, webhookId: webhook.id, deliveryId: delivery.id },
      }),
    onSuccess: () => toast({ title: "The delivery will be sent again", tone: "success" }),
    onError: (error) =>
      toast({ title: "The delivery could not be sent again", description: refusalText(error), tone: "danger" }),
    onSettled: () => refresh(webhook.id),
  });
  const isDisabled = webhook.state === "disabled";
  const isNew = delivery.state === "waiting" && delivery.attemptCount === 0;
  return (
    <Button
      size="sm"
      busy={replay.isPending}
      disabled={isDisabled || isNew}
      title={isDisabled ? "Enable the endpoint first." : isNew ? "The first attempt hasn't been made yet." : undefined}
      onClick={() => replay.mutate()}
    >
      <RotateCcw className="size-4" aria-hidden />
      Replay
    </Button>
  );
}

function Facts({ delivery }: { delivery: WebhookDeliveryDetails }) {
  const { base } = useProject();
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-2.5 text-sm">
      <FactLine name="Status">
        <DeliveryState delivery={delivery} />
      </FactLine>
      {delivery.roomId !== null && (
        <FactLine name="Room">
          <Link
            to={`${base}/rooms/${encodeURIComponent(delivery.roomId)}`}
            className="link font-mono text-xs wrap-anywhere"
          >
            {delivery.roomId}
          </Link>
        </FactLine>
      )}
      <FactLine name="Message ID">
        <span className="flex items-center gap-1">
          <code className="text-xs wrap-anywhere">{delivery.id}</code>
          <CopyButton name="Copy message ID" text={delivery.id} />
        </span>
      </FactLine>
    </dl>
  );
}

function isAccepted({ status }: WebhookAttempt): boolean {
  return status !== null && status >= 200 && status < 300;
}

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const { at, durationMs, status, failure, answer } = attempt;
  return (
    <article aria-label="Attempt" className="mb-3 flex min-w-0 flex-1 flex-col gap-2 rounded-lg border border-line p-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
        {status === null ? <Badge tone="danger">No response</Badge> : <StatusBadge status={status} />}
        <time dateTime={at} className="font-mono tabular-nums">
          <span className="text-faint">{formatDay(at)} </span>
          {formatClockMs(at)}
        </time>
        <span className="ml-auto font-mono text-muted tabular-nums">{durationMs} ms</span>
      </p>
      {failure !== null && <p className="text-sm text-danger">{failure}</p>}
      {answer !== null &&
        (answer === "" ? (
          <p className="text-sm text-muted">The response has no body.</p>
        ) : (
          <CodeBlock title="Response" code={indented(answer)} className="[&_pre]:max-h-60" />
        ))}
    </article>
  );
}

function Request({ delivery }: { delivery: WebhookDeliveryDetails }) {
  const { additionalHeaders, url, catchesUntil } = useWebhook();
  const headers = Object.entries(delivery.attempts.at(-1)?.requestHeaders ?? {});
  const additional = Object.keys(additionalHeaders);
  return (
    <PanelSection title="Request">
      {headers.length > 0 && <NamedValues values={headers} />}
      <p className="text-sm text-muted">
        Each attempt also has a signature
        {additional.length > 0 && ` and the additional headers of the endpoint (${additional.join(", ")})`}.
      </p>
      <CodeBlock title="Body" code={indented(delivery.body)} className="[&_pre]:max-h-80" />
      <CopyButton
        name="Copy as curl, without the signature"
        label="Copy as curl"
        variant="secondary"
        className="self-start"
        text={curlCommand({
          url: catchesUntil === null ? url : localReceiver,
          headers: [...Object.entries(additionalHeaders), ...headers],
          body: delivery.body,
        })}
      />
    </PanelSection>
  );
}
