import { useInfiniteQuery } from "@tanstack/react-query";
import type { RequestEntry } from "@weft/protocol";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { request } from "../../../api/request.ts";
import { useSiteConfig } from "../../../api/use-site-config.ts";
import { pageMeta } from "../../../shell/page-meta.ts";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { FilteredEmptyState } from "../../../ui/filtered-empty-state.tsx";
import { Select } from "../../../ui/select.tsx";
import { SkeletonLines } from "../../../ui/skeleton-lines.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../ui/table.tsx";
import { filled } from "../shared/filled.ts";
import { LogRow } from "../shared/log-row.tsx";
import { FilterText } from "../../shared/filter-text.tsx";
import { ListWithPanel } from "../../shared/list-with-panel.tsx";
import { mergeEvents } from "../shared/live-events.ts";
import { PageHead } from "../../shared/page-head.tsx";
import { useProject } from "../shared/project-context.ts";
import { StaleNote } from "../../shared/stale-note.tsx";
import { JumpToLatest, LiveButton } from "../shared/tail-controls.tsx";
import { StatusBadge } from "../shared/status-badge.tsx";
import { TimeRange } from "../shared/time-range.tsx";
import { useFilters } from "../../shared/use-filters.ts";
import { useListKeys } from "../../shared/use-list-keys.ts";
import { useLiveEvents } from "../shared/use-live-events.ts";
import { useTail } from "../shared/use-tail.ts";
import { passesRequest } from "./request-filter.ts";
import { RequestPanel } from "./request-panel.tsx";
import { RequestsChart } from "./requests-chart.tsx";

export const meta = () => pageMeta({ title: "Request logs", indexed: false });

const names = ["status", "method", "path", "errorCode", "key", "requestId", "from", "to"] as const;
const statuses = [
  { value: "any", label: "Any status" },
  { value: "2xx", label: "2xx Success" },
  { value: "3xx", label: "3xx Redirect" },
  { value: "4xx", label: "4xx Client error" },
  { value: "5xx", label: "5xx Server error" },
] as const;
const methods = [
  { value: "any", label: "Any method" },
  ...["GET", "POST", "PUT", "PATCH", "DELETE"].map((value) => ({ value, label: value })),
];

export default function LogsPage() {
  const { project } = useProject();
  const { data: config } = useSiteConfig();
  const filters = useFilters(names);
  const { status, method, path, errorCode, key, requestId, from, to } = filters.values;
  const [search] = useSearchParams();
  const [at, setAt] = useState(-1);
  const tail = useTail<RequestEntry>();
  const isLive = to === "";

  const list = useInfiniteQuery({
    queryKey: ["project", project.id, "requests", filters.values],
    queryFn: ({ pageParam, signal }) =>
      request("GET /internal/projects/{projectId}/requests", {
        path: { projectId: project.id },
        query: {
          ...filled({ method, path, errorCode, key, requestId, from, to, cursor: pageParam }),
          ...(statuses.some(({ value }) => value === status && value !== "any") && { status: status as "2xx" }),
        },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const live = useLiveEvents(`/internal/projects/${encodeURIComponent(project.id)}/requests/stream`, isLive, (entry) =>
    tail.arrive(entry as RequestEntry),
  );
  const passing = (arrived: readonly RequestEntry[]) =>
    isLive ? arrived.filter((entry) => passesRequest(entry, filters.values)) : [];
  const entries = mergeEvents(passing(tail.shown), list.data?.pages.flatMap(({ data }) => data) ?? []);
  const opened = search.get("event");
  const open = (entry: RequestEntry) => filters.set({ event: entry.id });
  const following = isLive && !tail.paused;
  const follow = (next: boolean) => {
    tail.setPaused(!next);
    if (next && !isLive) filters.set({ from: null, to: null });
  };

  useListKeys({
    count: entries.length,
    at,
    onMove: (index) => {
      setAt(index);
      // An open panel goes along.
      if (opened !== null) open(entries[index]!);
    },
    onOpen: (index) => open(entries[index]!),
    onRefresh: () => void list.refetch(),
    onToggleLive: () => follow(!following),
  });
  const retention = list.data?.pages[0]?.retentionDays;
  return (
    <>
      <PageHead title="Request logs">REST API requests made with this project's keys and tokens.</PageHead>
      <div className="flex flex-col gap-4">
        <RequestsChart from={from} to={to} onChange={filters.set} />
        <div className="grid grid-cols-2 gap-2 lg:flex [&>*]:min-w-0">
          <Select
            aria-label="Status"
            className="lg:w-32! lg:shrink-0"
            options={statuses}
            value={statuses.find(({ value }) => value === status)?.value ?? "any"}
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
            className="lg:w-32"
            value={key}
            onChange={(next) => filters.set({ key: next.replace(/^…/u, "") })}
          />
          <FilterText label="Request ID" value={requestId} onChange={(next) => filters.set({ requestId: next })} />
          <TimeRange from={from} to={to} onChange={filters.set} />
          <LiveButton following={following} state={live} onChange={follow} />
        </div>
        <ListWithPanel
          title="Request"
          details={opened === null ? null : <RequestPanel key={opened} id={opened} />}
          onClose={() => filters.set({ event: null })}
        >
          <JumpToLatest waiting={passing(tail.held).length} ended={!isLive} onJump={() => follow(true)} />
          {list.data === undefined ? (
            list.error ? (
              <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
            ) : (
              <SkeletonLines lines={8} />
            )
          ) : entries.length === 0 ? (
            filters.any ? (
              <FilteredEmptyState onClear={filters.clear} />
            ) : (
              <EmptyState title="No requests yet">
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
          ) : (
            <>
              <StaleNote query={list} />
              <Table caption="Requests" stacked>
                <thead>
                  <Row>
                    <HeaderCell>Time</HeaderCell>
                    <HeaderCell>Status</HeaderCell>
                    <HeaderCell>Request</HeaderCell>
                    <HeaderCell>Error</HeaderCell>
                    <HeaderCell className="text-right!">Duration</HeaderCell>
                    <HeaderCell>Key</HeaderCell>
                    <HeaderCell className="hidden 2xl:table-cell">Request ID</HeaderCell>
                  </Row>
                </thead>
                <tbody>
                  {entries.map((entry, index) => (
                    <LogRow
                      key={entry.id}
                      at={entry.at}
                      opened={entry.id === opened}
                      reached={index === at}
                      onOpen={() => open(entry)}
                    >
                      <Cell className="py-2! as-card:justify-end as-card:py-0!">
                        <StatusBadge status={entry.status} />
                      </Cell>
                      <Cell className="w-full max-w-0 min-w-48 py-2! as-card:col-span-2 as-card:max-w-full as-card:py-0!">
                        <button
                          type="button"
                          className="block max-w-full truncate rounded-sm text-left font-mono text-xs underline-offset-4 hover:underline"
                          title={entry.url === null ? undefined : entry.path}
                          onClick={() => open(entry)}
                        >
                          <span className="text-faint">{entry.method}</span> {entry.url ?? entry.path}
                        </button>
                      </Cell>
                      <Cell className="py-2! font-mono text-xs as-card:py-0! as-card:wrap-anywhere">
                        {entry.errorCode ?? ""}
                      </Cell>
                      <Cell className="py-2! text-right font-mono text-xs whitespace-nowrap tabular-nums as-card:justify-end as-card:py-0!">
                        {entry.durationMs.toFixed(1)} ms
                      </Cell>
                      <Cell className="py-2! font-mono text-xs as-card:hidden">
                        {entry.key === null ? "" : `…${entry.key}`}
                      </Cell>
                      <Cell className="hidden py-2! font-mono text-xs whitespace-nowrap text-faint as-card:hidden 2xl:table-cell">
                        {entry.id}
                      </Cell>
                    </LogRow>
                  ))}
                </tbody>
              </Table>
            </>
          )}
          <div className="flex flex-wrap items-center justify-between gap-4 text-sm text-muted">
            <span>{retention !== undefined && `Requests are kept for ${retention} days.`}</span>
            {list.hasNextPage && (
              <Button size="sm" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                Load older
              </Button>
            )}
          </div>
        </ListWithPanel>
      </div>
    </>
  );
}
