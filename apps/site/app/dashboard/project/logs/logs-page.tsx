import { useInfiniteQuery } from "@tanstack/react-query";
import type { RequestEntry } from "@weft/protocol";
import { Link } from "react-router";
import { useSiteConfig } from "../../../api/use-site-config.ts";
import { pageMeta } from "../../../shell/page-meta.ts";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { EmptyThread } from "../../../ui/thread-line.tsx";
import { FilteredEmptyState } from "../../../ui/filtered-empty-state.tsx";
import { IdText } from "../../../ui/id-text.tsx";
import { Select } from "../../../ui/select.tsx";
import { Cell, HeaderCell } from "../../../ui/table.tsx";
import type { EarlyQuery } from "../../frame/use-early-queries.ts";
import { LogList } from "../shared/log-list.tsx";
import { FilterText } from "../../shared/filter-text.tsx";
import { PageHead } from "../../shared/page-head.tsx";
import { useProject } from "../shared/project-context.ts";
import { LiveButton } from "../shared/tail-controls.tsx";
import { StatusBadge } from "../shared/status-badge.tsx";
import { TimeRange } from "../../shared/time-range.tsx";
import { readFilters, useFilters } from "../../shared/use-filters.ts";
import { useLog } from "../shared/use-log.ts";
import { passesRequest } from "./request-filter.ts";
import { RequestPanel } from "./request-panel.tsx";
import { requestFilters, requestsQuery, requestStatuses } from "./requests-query.ts";
import { RequestsChart } from "./requests-chart.tsx";

export const meta = () => pageMeta({ title: "Request logs", indexed: false });

export const handle: EarlyQuery = {
  earlyQuery: ({ projectId = "" }, search) => requestsQuery(projectId, readFilters(requestFilters, search)),
};

const methods = [
  { value: "any", label: "Any method" },
  ...["GET", "POST", "PUT", "PATCH", "DELETE"].map((value) => ({ value, label: value })),
];

export default function LogsPage() {
  const { project } = useProject();
  const { data: config } = useSiteConfig();
  const filters = useFilters(requestFilters);
  const { status, method, path, errorCode, key, requestId, from, to } = filters.values;

  const list = useInfiniteQuery(requestsQuery(project.id, filters.values));
  const log = useLog<RequestEntry>({
    list,
    stream: `/internal/projects/${encodeURIComponent(project.id)}/requests/stream`,
    to,
    passes: (entry) => passesRequest(entry, filters.values),
    set: filters.set,
  });
  return (
    <>
      <PageHead title="Request logs">REST API requests made with this project's keys and tokens.</PageHead>
      <div className="flex flex-col gap-4">
        <RequestsChart from={from} to={to} onChange={filters.set} />
        <div className="grid grid-cols-2 gap-2 lg:flex [&>*]:min-w-0">
          <Select
            aria-label="Status"
            className="lg:w-46! lg:shrink-0"
            options={requestStatuses}
            value={requestStatuses.find(({ value }) => value === status)?.value ?? "any"}
            onValueChange={(value) => filters.set({ status: value === "any" ? null : value })}
          />
          <Select
            aria-label="Method"
            className="lg:w-32! lg:shrink-0"
            options={methods}
            value={methods.find(({ value }) => value === method)?.value ?? "any"}
            onValueChange={(value) => filters.set({ method: value === "any" ? null : value })}
          />
          <FilterText first label="Path" value={path} onChange={(next) => filters.set({ path: next })} />
          <FilterText label="Error code" value={errorCode} onChange={(next) => filters.set({ errorCode: next })} />
          <FilterText
            label="Key, last 4"
            className="lg:w-28 lg:shrink-0"
            value={key}
            onChange={(next) => filters.set({ key: next.replace(/^…/u, "") })}
          />
          <FilterText label="Request ID" value={requestId} onChange={(next) => filters.set({ requestId: next })} />
          <TimeRange from={from} to={to} onChange={filters.set} />
          <LiveButton following={log.following} state={log.state} onChange={log.follow} />
        </div>
        <LogList
          log={log}
          caption="Requests"
          panelTitle="Request"
          panel={(id) => <RequestPanel key={id} id={id} />}
          head={
            <>
              <HeaderCell>Status</HeaderCell>
              <HeaderCell>Request</HeaderCell>
              <HeaderCell>Error</HeaderCell>
              <HeaderCell className="text-right!">Duration</HeaderCell>
              <HeaderCell>Key</HeaderCell>
              <HeaderCell className="hidden 2xl:table-cell">Request ID</HeaderCell>
            </>
          }
          stationOf={(entry) => (entry.status < 400 ? "reached" : "failed")}
          cells={(entry) => (
            <>
              <Cell className="py-2! as-card:justify-end as-card:py-0!">
                <StatusBadge status={entry.status} />
              </Cell>
              <Cell className="w-full max-w-0 min-w-48 py-2! as-card:col-span-2 as-card:max-w-full as-card:py-0!">
                <button
                  type="button"
                  className="block max-w-full truncate rounded-sm text-left font-mono text-xs underline-offset-4 hover:underline"
                  title={entry.url === null ? undefined : entry.path}
                  onClick={() => log.open(entry)}
                >
                  <span className="text-faint">{entry.method}</span> {entry.url ?? entry.path}
                </button>
              </Cell>
              <Cell className="py-2! font-mono text-xs whitespace-nowrap as-card:py-0! as-card:wrap-anywhere as-card:whitespace-normal">
                {entry.errorCode ?? ""}
              </Cell>
              <Cell className="py-2! text-right font-mono text-xs whitespace-nowrap tabular-nums as-card:justify-end as-card:py-0!">
                {entry.durationMs.toFixed(1)} ms
              </Cell>
              <Cell className="py-2! font-mono text-xs whitespace-nowrap as-card:hidden">
                {entry.key === null ? "" : `…${entry.key}`}
              </Cell>
              <Cell className="hidden py-2! font-mono text-xs whitespace-nowrap text-faint as-card:hidden 2xl:table-cell">
                <IdText id={entry.id} />
              </Cell>
            </>
          )}
          empty={
            filters.any ? (
              <FilteredEmptyState onClear={filters.clear} />
            ) : (
              <EmptyState
                title="No requests yet"
                thread={<EmptyThread steps={["Back end sends a request", "Server answers", "Request is listed"]} />}
              >
                <p>
                  Requests made with this project's keys appear here.{" "}
                  <Link to="/docs/api-reference/rest-api-endpoints" className="link">
                    REST API reference
                  </Link>
                </p>
                {config && (
                  <CodeBlock
                    title="Terminal"
                    code={`curl "${config.serverUrl}/v2/rooms" \\\n  -H "Authorization: Bearer $WEFT_SECRET_KEY"`}
                  />
                )}
              </EmptyState>
            )
          }
        />
      </div>
    </>
  );
}
