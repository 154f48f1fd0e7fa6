import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useSearchParams } from "react-router";
import { pageMeta } from "../../../shell/page-meta.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { UrlTabs } from "../../../ui/url-tabs.tsx";
import type { EarlyQuery } from "../../frame/use-early-queries.ts";
import { PageHead } from "../../shared/page-head.tsx";
import { useProject } from "../shared/project-context.ts";
import { copilotsQuery } from "./copilot-queries.ts";
import { CopilotsList } from "./copilots-list.tsx";
import { UsageTab } from "./usage-tab.tsx";

export const meta = () => pageMeta({ title: "AI copilots", indexed: false });

export const handle: EarlyQuery = {
  earlyQuery: ({ projectId = "" }, search) => copilotsQuery(projectId, search.get("cursor") ?? ""),
};

export default function CopilotsPage() {
  const { project, base } = useProject();
  const [search] = useSearchParams();
  const { data: copilots } = useQuery(copilotsQuery(project.id, search.get("cursor") ?? ""));
  return (
    <>
      <PageHead
        title="AI copilots"
        actions={
          copilots !== undefined &&
          copilots.data.length > 0 && (
            <ButtonLink to={`${base}/copilots/new`} variant="primary">
              <Plus className="size-4" aria-hidden />
              Create copilot
            </ButtonLink>
          )
        }
      >
        AI assistants that your users chat with in your app.
      </PageHead>
      <UrlTabs
        label="AI copilots"
        tabs={[
          { value: "copilots", label: "Copilots", content: <CopilotsList /> },
          { value: "usage", label: "Usage", content: <UsageTab /> },
        ]}
      />
    </>
  );
}
