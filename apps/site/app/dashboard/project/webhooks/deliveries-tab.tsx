import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { DomainEventType } from "@weft/protocol";
import { webhookEventGroups } from "@weft/protocol/webhook-event-groups";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { request } from "../../../api/request.ts";
import { countOf } from "../../../formats/count.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { EmptyThread } from "../../../ui/thread-line.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { FilteredEmptyState } from "../../../ui/filtered-empty-state.tsx";
import { Select } from "../../../ui/select.tsx";
import { SkeletonLines } from "../../../ui/skeleton-lines.tsx";
import { ListWithPanel } from "../../shared/list-with-panel.tsx";
import { FilterText } from "../../shared/filter-text.tsx";
import { StaleNote } from "../../shared/stale-note.tsx";
import { useFilters } from "../../shared/use-filters.ts";
import { useListKeys } from "../../shared/use-list-keys.ts";
import { retentionQuery } from "../../team/retention-query.ts";
import { useTeamId } from "../../team/use-team.ts";
import { filled } from "../shared/filled.ts";
import { useProject } from "../shared/project-context.ts";
import { TimeRange } from "../../shared/time-range.tsx";
import { DeliveriesTable } from "./deliveries-table.tsx";
import { DeliveryPanel } from "./delivery-panel.tsx";
import { deliveryStates } from "./delivery-state.tsx";
import { RecoverDialog } from "./recover-dialog.tsx";
import { ReplayDialog } from "./replay-dialog.tsx";
import { useWebhook } from "./use-webhook.ts";
import { deliveriesKey } from "./webhooks-query.ts";

const names = ["state", "type", "roomId", "from", "to"] as const;
/** Filters that hide no delivery. */
export const noDeliveryFilters = { state: null, type: null, roomId: null, from: null, to: null } as const;
const stateOptions = [
  { value: "any", label: "Any status" },
  ...deliveryStates.map(({ value, label }) => ({ value, label: value === "waiting" ? "Pending or retrying" : label })),
] as const;
const typeOptions: readonly { readonly value: DomainEventType | "any"; readonly label: string }[] = [
  { value: "any", label: "Any event" },
  ...webhookEventGroups.flatMap(({ events }) => events.map(({ type }) => ({ value: type, label: type }))),
];

/** The log of what was sent to an endpoint, and of what waits to be sent. */
export function DeliveriesTab() {
  const { project } = useProject();
  const { data: retention } = useQuery(retentionQuery(useTeamId()));
  const kept = retention?.days.webhookDeliveries;
  const webhook = useWebhook();
  const filters = useFilters(names);
  const [search] = useSearchParams();
  const [at, setAt] = useState(-1);
  const [recovering, setRecovering] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [replaying, setReplaying] = useState<readonly string[] | null>(null);
  const state = stateOptions.find(({ value }) => value === filters.values.state)?.value ?? "any";
  const type = typeOptions.find(({ value }) => value === filters.values.type)?.value ?? "any";
  const { roomId, from, to } = filters.values;
  const list = useInfiniteQuery({
    queryKey: [...deliveriesKey(project.id, webhook.id), { state, type, roomId, from, to }],
    queryFn: ({ pageParam, signal }) =>
      request("GET /internal/projects/{projectId}/webhooks/{webhookId}/deliveries", {
        path: { projectId: project.id, webhookId: webhook.id },
        query: {
          ...(state !== "any" && { state }),
          ...(type !== "any" && { type }),
          ...filled({ roomId, from, to, cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // Only the first page refreshes by itself, so that older pages do not move while they are read.
    refetchInterval: ({ state: { data } }) => ((data?.pages.length ?? 0) > 1 ? false : 5_000),
  });
  const deliveries = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const opened = search.get("event");
  const open = (id: string) => filters.set({ event: id });
  const select = (ids: readonly string[], chosen: boolean) =>
    setSelected((before) => {
      const next = new Set(before);
      for (const id of ids)
        if (chosen) next.add(id);
        else next.delete(id);
      return next;
    });

  useListKeys({
    count: deliveries.length,
    at,
    onMove: setAt,
    onOpen: (index) => open(deliveries[index]!.id),
    onSelect: (index, range) => {
      const last = range ? deliveries.findLastIndex(({ id }, before) => before < index && selected.has(id)) : -1;
      const ids = deliveries.slice(last >= 0 ? last : index, index + 1).map(({ id }) => id);
      select(ids, range || !selected.has(deliveries[index]!.id));
    },
    onRefresh: () => void list.refetch(),
  });
  const isDisabled = webhook.state === "disabled";
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3 lg:flex lg:flex-wrap [&>*]:min-w-0">
        <Select
          aria-label="Status"
          className="lg:w-40!"
          options={stateOptions}
          value={state}
          onValueChange={(value) => filters.set({ state: value === "any" ? null : value })}
        />
        <Select
          aria-label="Event"
          className="lg:w-64!"
          options={typeOptions}
          value={type}
          onValueChange={(value) => filters.set({ type: value === "any" ? null : value })}
        />
        <FilterText
          first
          label="Room ID"
          className="lg:w-52"
          value={roomId}
          onChange={(next) => filters.set({ roomId: next })}
        />
        <TimeRange from={from} to={to} onChange={filters.set} />
        <Button
          className="max-lg:col-span-2 lg:ml-auto"
          disabled={isDisabled}
          title={isDisabled ? "Enable the endpoint first." : undefined}
          onClick={() => setRecovering(true)}
        >
          <RotateCcw className="size-4" aria-hidden />
          Recover failed…
        </Button>
      </div>
      {selected.size > 0 && (
        <div
          role="region"
          aria-label="Selection"
          className="flex flex-wrap items-center gap-2 rounded-lg border border-accent-line bg-accent-soft py-1.5 pr-1.5 pl-4 text-sm"
        >
          <span className="mr-auto" role="status">
            {countOf(selected.size, "delivery", "deliveries")} selected
          </span>
          <Button size="sm" onClick={() => setSelected(new Set())}>
            Clear
          </Button>
          <Button
            size="sm"
            variant="primary"
            disabled={isDisabled}
            title={isDisabled ? "Enable the endpoint first." : undefined}
            onClick={() => setReplaying([...selected])}
          >
            <RotateCcw className="size-4" aria-hidden />
            Replay
          </Button>
        </div>
      )}
      <ListWithPanel
        title="Delivery"
        details={opened === null ? null : <DeliveryPanel key={opened} id={opened} />}
        onClose={() => filters.set({ event: null })}
      >
        {list.data === undefined ? (
          list.error ? (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
          ) : (
            <SkeletonLines lines={8} />
          )
        ) : deliveries.length === 0 ? (
          filters.any ? (
            <FilteredEmptyState onClear={filters.clear} />
          ) : (
            <EmptyState
              title="Deliveries appear here when an event happens"
              thread={
                <EmptyThread steps={["Endpoint is created", "Event happens", "Back end receives it"]} reached={1} />
              }
              action={
                <Button variant="primary" disabled={isDisabled} onClick={() => filters.set({ dialog: "test-event" })}>
                  Send test event
                </Button>
              }
            >
              <p>Send a test event to check that your receiver is reachable and accepts the signature.</p>
            </EmptyState>
          )
        ) : (
          <>
            <StaleNote query={list} />
            <DeliveriesTable
              deliveries={deliveries}
              opened={opened}
              at={at}
              selected={selected}
              onOpen={open}
              onSelect={select}
            />
          </>
        )}
        <div className="flex flex-wrap items-center justify-between gap-4 text-sm text-muted">
          <span>{kept !== undefined && `Deliveries are kept for ${countOf(kept, "day")}.`}</span>
          {list.hasNextPage && (
            <Button size="sm" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Load older
            </Button>
          )}
        </div>
      </ListWithPanel>
      {replaying !== null && (
        <ReplayDialog
          ids={replaying}
          onClose={() => setReplaying(null)}
          onDone={(failed) => setSelected(new Set(failed))}
        />
      )}
      <RecoverDialog open={recovering} onClose={() => setRecovering(false)} />
    </div>
  );
}
