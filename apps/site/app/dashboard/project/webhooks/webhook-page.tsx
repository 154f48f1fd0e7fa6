import { useQuery } from "@tanstack/react-query";
import type { ProjectWebhook } from "@weft/protocol";
import { Send } from "lucide-react";
import { Link, useParams } from "react-router";
import { pageMeta } from "../../../shell/page-meta.ts";
import { Button } from "../../../ui/button.tsx";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { NotFound } from "../../../ui/not-found.tsx";
import { UrlTabs } from "../../../ui/url-tabs.tsx";
import { Loaded } from "../../shared/loaded.tsx";
import { useFilters } from "../../shared/use-filters.ts";
import { useProject } from "../shared/project-context.ts";
import { DeliveriesTab, noDeliveryFilters } from "./deliveries-tab.tsx";
import { OverviewTab } from "./overview-tab.tsx";
import { RequestsTab } from "./requests-tab.tsx";
import { SettingsTab } from "./settings-tab.tsx";
import { StateNote } from "./state-note.tsx";
import { TestEventDialog } from "./test-event-dialog.tsx";
import { WebhookContext } from "./use-webhook.ts";
import { WebhookState } from "./webhook-state.tsx";
import { webhookQuery } from "./webhooks-query.ts";

export const meta = () => pageMeta({ title: "Webhook endpoint", indexed: false });

export default function WebhookPage() {
  const { webhookId = "" } = useParams();
  const { project, base } = useProject();
  const query = useQuery(webhookQuery(project.id, webhookId));
  return (
    <Loaded
      query={query}
      missing={<NotFound action={<ButtonLink to={`${base}/webhooks`}>Back to webhooks</ButtonLink>} />}
    >
      {(webhook) => <WebhookScreen key={webhook.id} webhook={webhook} />}
    </Loaded>
  );
}

/** An endpoint: how it does, what was sent to it, and its settings. */
function WebhookScreen({ webhook }: { webhook: ProjectWebhook }) {
  const { base } = useProject();
  const { values, set } = useFilters(["dialog"]);
  const isDisabled = webhook.state === "disabled";
  const isCatcher = webhook.catchesUntil !== null;
  return (
    <WebhookContext value={webhook}>
      <div className="mb-6 flex flex-wrap items-center gap-x-5 gap-y-3">
        <div className="min-w-0">
          <Link to={`${base}/webhooks`} className="text-sm text-muted hover:text-ink">
            Webhooks
          </Link>
          <div className="flex flex-wrap items-center gap-2">
            {isCatcher ? (
              <h1 className="text-xl font-medium tracking-tight">Request catcher</h1>
            ) : (
              <>
                <h1 className="font-mono text-xl font-medium tracking-tight wrap-anywhere">{webhook.url}</h1>
                <CopyButton text={webhook.url} name="Copy URL" />
              </>
            )}
            <WebhookState webhook={webhook} />
          </div>
        </div>
        <Button
          className="ml-auto"
          disabled={isDisabled}
          title={isDisabled ? "Enable the endpoint first." : undefined}
          onClick={() => set({ dialog: "test-event" })}
        >
          <Send className="size-4" aria-hidden />
          Send test event
        </Button>
      </div>
      <StateNote />
      <UrlTabs
        label="Webhook endpoint"
        tabs={[
          { value: "overview", label: "Overview", content: <OverviewTab /> },
          ...(isCatcher ? [{ value: "requests" as const, label: "Requests", content: <RequestsTab /> }] : []),
          { value: "deliveries", label: "Deliveries", content: <DeliveriesTab /> },
          { value: "settings", label: "Settings", content: <SettingsTab /> },
        ]}
      />
      <TestEventDialog
        open={values.dialog === "test-event"}
        endpoints={[webhook]}
        onClose={() => set({ dialog: null })}
        onSent={({ deliveryId }) => set({ ...noDeliveryFilters, dialog: null, tab: "deliveries", event: deliveryId })}
      />
    </WebhookContext>
  );
}
