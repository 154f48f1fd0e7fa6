import { useInfiniteQuery } from "@tanstack/react-query";
import type { DomainEventType } from "@weft/protocol";
import { webhookEventGroups } from "@weft/protocol/webhook-event-groups";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { request } from "../../../api/request.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { FilteredEmptyState } from "../../../ui/filtered-empty-state.tsx";
import { Select } from "../../../ui/select.tsx";
import { SkeletonLines } from "../../../ui/skeleton-lines.tsx";
import { ListWithPanel } from "../../shared/list-with-panel.tsx";
import { StaleNote } from "../../shared/stale-note.tsx";
import { useFilters } from "../../shared/use-filters.ts";
import { useListKeys } from "../../shared/use-list-keys.ts";
import { useProject } from "../shared/project-context.ts";
import { DeliveriesTable } from "./deliveries-table.tsx";
import { DeliveryPanel } from "./delivery-panel.tsx";
import { deliveryStates } from "./delivery-state.tsx";
import { RecoverDialog } from "./recover-dialog.tsx";
import { useWebhook } from "./use-webhook.ts";
import { deliveriesKey } from "./webhooks-query.ts";

const names = ["state", "type"] as const;
const stateOptions = [{ value: "any", label: "Any status" }, ...deliveryStates] as const;
const typeOptions: readonly { readonly value: DomainEventType | "any"; readonly label: string }[] = [
  { value: "any", label: "Any event" },
  ...webhookEventGroups.flatMap(({ events }) => events.map(({ type }) => ({ value: type, label: type }))),
];

/** The log of what was sent to an endpoint, and of what waits to be sent. */
export function DeliveriesTab() {
  const { project } = useProject();
  const webhook = useWebhook();
  const filters = useFilters(names);
  const [search] = useSearchParams();
  const [at, setAt] = useState(-1);
  const [recovering, setRecovering] = useState(false);
  const state = stateOptions.find(({ value }) => value === filters.values.state)?.value ?? "any";
  const type = typeOptions.find(({ value }) => value === filters.values.type)?.value ?? "any";
  const list = useInfiniteQuery({
    queryKey: [...deliveriesKey(project.id, webhook.id), { state, type }],
    queryFn: ({ pageParam, signal }) =>
      request("GET /internal/projects/{projectId}/webhooks/{webhookId}/deliveries", {
        path: { projectId: project.id, webhookId: webhook.id },
        query: {
          ...(state !== "any" && { state }),
          ...(type !== "any" && { type }),
          ...(pageParam !== "" && { cursor: pageParam }),
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

  useListKeys({
    count: deliveries.length,
    at,
    onMove: setAt,
    onOpen: (index) => open(deliveries[index]!.id),
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
            <DeliveriesTable deliveries={deliveries} opened={opened} at={at} onOpen={open} />
          </>
        )}
        <div className="flex flex-wrap items-center justify-between gap-4 text-sm text-muted">
          <span>Deliveries are kept for 7 days.</span>
          {list.hasNextPage && (
            <Button size="sm" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Load older
            </Button>
          )}
        </div>
      </ListWithPanel>
      <RecoverDialog open={recovering} onClose={() => setRecovering(false)} />
    </div>
  );
}
