import { useQuery } from "@tanstack/react-query";
import type { StaffJob } from "@weft/protocol";
import { request } from "../../api/request.ts";
import { useMe } from "../../api/use-me.ts";
import { useSiteConfig } from "../../api/use-site-config.ts";
import { pageMeta } from "../../shell/page-meta.ts";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { Cell, HeaderCell, Row, Table } from "../../ui/table.tsx";
import NotFoundPage from "../frame/not-found-page.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { useFilters } from "../shared/use-filters.ts";
import { RetryButton } from "./retry-button.tsx";
import { StaffLinks } from "./staff-links.tsx";
import { StateCell } from "./state-cell.tsx";

export const meta = () => pageMeta({ title: "Background jobs", indexed: false });

const jobsKey = ["staff", "jobs"] as const;
const kinds: Readonly<Record<StaffJob["kind"], string>> = {
  mail: "Email",
  export: "Project export",
  version: "Automatic version",
  roomUpdated: "Report a changed room",
  usageAlert: "Usage alert",
  notificationEvents: "Report unread notifications",
  notifyUsers: "Notify further users of a comment",
  eraseUser: "Erase a user",
  tombstoneSweep: "Delete old deletion records",
  activitySweep: "Delete old events",
  projectSweep: "Delete closed projects and old exports",
  fileSweep: "Delete unused files",
  webhookDisabled: "Report a disabled webhook",
  webhookSweep: "Delete old webhook deliveries",
  knowledge: "Read a knowledge source",
  knowledgeReindex: "Re-index knowledge",
  knowledgeDeletion: "Delete knowledge",
  knowledgeEmbedding: "Embed knowledge",
  knowledgeIndexSweep: "Remove deleted words from the search index",
  knowledgeTermsSweep: "Index knowledge of earlier releases",
  knowledgeEmbeddingSweep: "Find knowledge to embed",
};
const states = {
  waiting: <Badge tone="neutral">Scheduled</Badge>,
  running: <Badge tone="accent">Running</Badge>,
  failed: <Badge tone="danger">Failed</Badge>,
  parked: <Badge tone="danger">Parked</Badge>,
  kept: <Badge>Kept</Badge>,
} as const;
const shownStates = [
  { value: "all", label: "All" },
  { value: "running", label: "Running" },
  { value: "waiting", label: "Scheduled" },
  { value: "failed", label: "Failed" },
  { value: "parked", label: "Parked" },
] as const;

/** What the server does in the background, and what of it failed; staff alone see that there is such a page. */
export default function JobsPage() {
  const { data: me } = useMe();
  const { values, set } = useFilters(["state"]);
  const state = shownStates.find(({ value }) => value === values.state)?.value ?? "all";
  const isStaff = me?.user?.isStaff === true;
  const jobs = useQuery({
    queryKey: [...jobsKey, state],
    enabled: isStaff,
    queryFn: ({ signal }) => request("GET /internal/staff/jobs", { signal, query: state === "all" ? {} : { state } }),
    refetchInterval: 10_000,
  });
  if (me && !isStaff) return <NotFoundPage />;
  return (
    <>
      <PageHead title="Background jobs" actions={<StaffLinks />}>
        Scheduled, running, failed and parked jobs on this server. The newest 500 are shown.
      </PageHead>
      <div className="mb-6">
        <SegmentedControl
          label="State"
          options={shownStates}
          value={state}
          onValueChange={(next) => set({ state: next === "all" ? null : next })}
        />
      </div>
      <Loaded query={jobs}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={state === "failed" ? "No failed jobs." : "No jobs in this state."} />
          ) : (
            <Table caption="Background jobs" stacked>
              <thead>
                <Row>
                  <HeaderCell>Job</HeaderCell>
                  <HeaderCell>Created</HeaderCell>
                  <HeaderCell>State</HeaderCell>
                  <HeaderCell>
                    <span className="sr-only">Actions</span>
                  </HeaderCell>
                </Row>
              </thead>
              <tbody>
                {all.map((job) => (
                  <JobRow key={job.id} job={job} />
                ))}
              </tbody>
            </Table>
          )
        }
      </Loaded>
    </>
  );
}

function JobRow({ job }: { job: StaffJob }) {
  const { data: config } = useSiteConfig();
  const name = kinds[job.kind];
  const mayTry = job.state !== "running" && (job.kind !== "mail" || config?.signIn.mail === true);
  return (
    <Row>
      <HeaderCell scope="row" className="min-w-44 whitespace-normal!">
        {name}
      </HeaderCell>
      <Cell label="Created" className="whitespace-nowrap text-muted">
        <RelativeTime at={job.createdAt} />
      </Cell>
      <StateCell failure={job.failure}>
        {states[job.state]}
        {job.nextTryAt !== null && (
          <span className="text-xs text-muted">
            <RelativeTime at={job.nextTryAt} />
          </span>
        )}
        {job.tries > 1 && <span className="text-xs text-muted">{`${job.tries} tries`}</span>}
      </StateCell>
      <Cell className="text-right">
        {mayTry && (
          <RetryButton
            label="Run now"
            target={name}
            retry={() => request("POST /internal/staff/jobs/{jobId}/retry", { path: { jobId: job.id } })}
            outcomes={{
              started: `${name}: started`,
              gone: "The job has already finished",
              failed: "The job could not be started. Try again.",
            }}
            queryKey={jobsKey}
          />
        )}
      </Cell>
    </Row>
  );
}
