import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ProjectWebhook } from "@weft/protocol";
import { BookOpen, Plus } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { pageMeta } from "../../../shell/page-meta.ts";
import { Button } from "../../../ui/button.tsx";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { toast } from "../../../ui/toast.ts";
import type { EarlyQuery } from "../../frame/use-early-queries.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { PageHead } from "../../shared/page-head.tsx";
import { useFilters } from "../../shared/use-filters.ts";
import { useListKeys } from "../../shared/use-list-keys.ts";
import { useProject } from "../shared/project-context.ts";
import { CreateWebhookDialog } from "./create-webhook-dialog.tsx";
import { WebhooksEmpty } from "./webhooks-empty.tsx";
import { webhookQuery, webhooksQuery } from "./webhooks-query.ts";
import { WebhooksTable } from "./webhooks-table.tsx";

export const meta = () => pageMeta({ title: "Webhooks", indexed: false });

export const handle: EarlyQuery = { earlyQuery: ({ projectId = "" }) => webhooksQuery(projectId) };

export default function WebhooksPage() {
  const { project, base } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const webhooks = useQuery(webhooksQuery(project.id));
  const { values, set } = useFilters(["dialog"]);
  const [at, setAt] = useState(-1);
  const list = webhooks.data ?? [];
  const addressOf = (id: string) => `${base}/webhooks/${encodeURIComponent(id)}`;
  const create = () => set({ dialog: "create-webhook" });
  const created = (webhook: ProjectWebhook) => {
    client.setQueryData(webhookQuery(project.id, webhook.id).queryKey, webhook);
    void client.invalidateQueries({ queryKey: webhooksQuery(project.id).queryKey, exact: true });
    toast({ title: "The endpoint was created", tone: "success" });
    const tab = webhook.catchesUntil === null ? "" : "?tab=requests";
    // The way back leads to the list, and not to this dialog.
    void Promise.resolve(navigate(`${base}/webhooks`, { replace: true })).then(() =>
      navigate(addressOf(webhook.id) + tab),
    );
  };

  useListKeys({
    count: list.length,
    at,
    onMove: setAt,
    onOpen: (index) => void navigate(addressOf(list[index]!.id)),
    onRefresh: () => void webhooks.refetch(),
  });
  return (
    <>
      <PageHead
        title="Webhooks"
        actions={
          <>
            <ButtonLink to={`${base}/webhooks/catalog`}>
              <BookOpen className="size-4" aria-hidden />
              Event catalog
            </ButtonLink>
            {list.length > 0 && (
              <Button variant="primary" onClick={create}>
                <Plus className="size-4" aria-hidden />
                Create endpoint
              </Button>
            )}
          </>
        }
      >
        Receive project events on your back end.{" "}
        <Link to="/docs/platform/webhooks" className="link">
          Learn about webhooks
        </Link>
      </PageHead>
      <Loaded query={webhooks}>
        {(all) =>
          all.length === 0 ? (
            <WebhooksEmpty onCreate={create} onCreated={created} />
          ) : (
            <div className="flex flex-col gap-3">
              <WebhooksTable webhooks={all} base={base} at={at} />
              <p className="text-sm text-muted">
                The success rate covers deliveries that ended. Retries are still pending.
              </p>
            </div>
          )
        }
      </Loaded>
      <CreateWebhookDialog
        open={values.dialog === "create-webhook"}
        onClose={() => set({ dialog: null })}
        onCreated={created}
      />
    </>
  );
}
