import { useQuery } from "@tanstack/react-query";
import { NewSecretNotice } from "../../../forms/new-secret-notice.tsx";
import { pageMeta } from "../../../shell/page-meta.ts";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { EarlyQuery } from "../../frame/use-early-queries.ts";
import { Quickstart } from "../quickstart/quickstart.tsx";
import { ChartPanelSkeleton } from "../shared/chart-panel.tsx";
import { useChecklist } from "../shared/checklist-query.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { PageHead } from "../../shared/page-head.tsx";
import { useProject } from "../shared/project-context.ts";
import { ChecklistCard } from "./checklist-card.tsx";
import { KeyNumbers } from "./key-numbers.tsx";
import { KeysCard } from "./keys-card.tsx";
import { LiveStrip } from "./live-strip.tsx";
import { OverviewCharts } from "./overview-charts.tsx";
import { overviewQuery } from "./overview-query.ts";
import { RecentErrors } from "./recent-errors.tsx";
import { useKeptQuickstart } from "./use-kept-quickstart.ts";

export const meta = () => pageMeta({ title: "Overview", indexed: false });

export const handle: EarlyQuery = { earlyQuery: ({ projectId = "" }) => overviewQuery(projectId) };

const everyMs = 5_000;

export default function OverviewPage() {
  const { project, base } = useProject();
  const checklist = useChecklist(project.id);
  const overview = useQuery({ ...overviewQuery(project.id), refetchInterval: everyMs });
  // Before the first connection, all numbers would be zero, so the quickstart takes their place.
  const isNew = checklist.data !== undefined && checklist.data.steps.firstConnection === null;
  const quickstart = useKeptQuickstart(project.id, isNew, checklist.data?.dismissed ?? false);
  return (
    <div className="flex flex-col gap-5">
      <div className="-mb-3">
        <PageHead title={project.displayName} />
      </div>
      <NewSecretNotice projectId={project.id} />
      {checklist.data && !checklist.data.dismissed && (
        <ChecklistCard projectId={project.id} checklist={checklist.data} />
      )}
      {isNew || quickstart.kept ? (
        <section aria-labelledby="quickstart" className="pt-4">
          {!isNew && (
            <div
              role="status"
              className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-success-line bg-success-soft px-5 py-3 text-sm"
            >
              <span>Your project is connected. Finish the quickstart, or go to the overview.</span>
              <Button size="sm" onClick={quickstart.dismiss}>
                Show overview
              </Button>
            </div>
          )}
          <h2 id="quickstart" className="mb-4 text-2xl">
            Quickstart
          </h2>
          <Quickstart level={3} />
        </section>
      ) : (
        <Loaded query={overview} skeleton={<OverviewSkeleton />}>
          {(data) => (
            <>
              <KeyNumbers overview={data} />
              <OverviewCharts overview={data} />
              <div className="grid gap-5 xl:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
                <LiveStrip projectId={project.id} base={base} />
                <div className="grid content-start gap-5">
                  <RecentErrors errors={data.recentErrors} base={base} />
                  <KeysCard projectId={project.id} publicKey={project.publicKey} base={base} />
                </div>
              </div>
            </>
          )}
        </Loaded>
      )}
    </div>
  );
}

function OverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-5">
      <Skeleton className="h-28 w-full" />
      <div className="grid gap-5 xl:grid-cols-2">
        <ChartPanelSkeleton />
        <ChartPanelSkeleton />
      </div>
    </div>
  );
}
