import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { formatCount } from "../../../formats/count.ts";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { HeaderCell, Row, Table } from "../../../ui/table.tsx";
import { toast } from "../../../ui/toast.ts";
import { FilterText } from "../../shared/filter-text.tsx";
import { Loaded } from "../../shared/loaded.tsx";
import { useFilters } from "../../shared/use-filters.ts";
import { pageNumber, stepBack, stepOn } from "../rooms/cursor-trail.ts";
import { gateway } from "../shared/gateway.ts";
import { useProject } from "../shared/project-context.ts";
import { InboxRow } from "./inbox-row.tsx";
import { inboxQuery, userKey, userPath } from "./notification-queries.ts";

const states = [
  { value: "all", label: "All" },
  { value: "unread", label: "Unread" },
] as const;

/** The inbox of a user, newest first, wherever it is shown. Viewing it marks nothing as read. */
export function UserInbox({ userId }: { userId: string }) {
  const { project } = useProject();
  const client = useQueryClient();
  const [search] = useSearchParams();
  const filters = useFilters(["show", "organization"]);
  const { show, organization } = filters.values;
  const place = { cursor: search.get("cursor") ?? "", back: search.get("back") ?? "" };
  const [clearing, setClearing] = useState(false);
  const inbox = useQuery(
    inboxQuery(project.id, userId, {
      query: show === "unread" ? "unread:true" : "",
      organizationId: organization,
      cursor: place.cursor,
    }),
  );
  const refresh = () => client.invalidateQueries({ queryKey: userKey(project.id, userId) });
  const failed = (error: Error) =>
    toast({ title: "The inbox could not be changed", description: error.message, tone: "danger" });
  const markRead = useMutation({
    mutationFn: (id: string) => gateway(project.id, "POST", `/inbox-notifications/${encodeURIComponent(id)}/read`),
    onSuccess: refresh,
    onError: failed,
  });
  const remove = useMutation({
    mutationFn: (id: string) =>
      gateway(project.id, "DELETE", `${userPath(userId)}/inbox-notifications/${encodeURIComponent(id)}`),
    onSuccess: refresh,
    onError: failed,
  });
  const clear = useMutation({
    mutationFn: () =>
      gateway(project.id, "DELETE", `${userPath(userId)}/inbox-notifications`, {
        query: organization === "" ? {} : { organizationId: organization },
      }),
    onSuccess: async () => {
      setClearing(false);
      filters.set({ cursor: null, back: null });
      await refresh();
    },
  });
  const before = stepBack(place);
  const nextCursor = inbox.data?.nextCursor ?? null;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-start gap-3">
        <SegmentedControl
          label="Notifications"
          options={states}
          value={show === "unread" ? "unread" : "all"}
          onValueChange={(next) => filters.set({ show: next === "all" ? null : next })}
        />
        <FilterText
          label="Organization"
          placeholder="Organization: default"
          value={organization}
          onChange={(next) => filters.set({ organization: next })}
          className="w-full sm:w-52"
        />
        <Button
          size="sm"
          className="ml-auto"
          disabled={(inbox.data?.data.length ?? 0) === 0}
          onClick={() => setClearing(true)}
        >
          <Trash2 className="size-4" aria-hidden />
          Delete all
        </Button>
      </div>
      <Loaded query={inbox}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="rounded-lg border border-dashed border-line-strong px-6 py-12 text-center text-sm text-muted">
              {show === "unread" ? "No unread notifications." : `${userId} has no notifications.`}
            </p>
          ) : (
            <Table caption="Inbox" stacked>
              <thead>
                <Row>
                  <HeaderCell>Notification</HeaderCell>
                  <HeaderCell>Room</HeaderCell>
                  <HeaderCell>Kind</HeaderCell>
                  <HeaderCell>State</HeaderCell>
                  <HeaderCell>Time</HeaderCell>
                  <HeaderCell>
                    <span className="sr-only">Actions</span>
                  </HeaderCell>
                </Row>
              </thead>
              <tbody>
                {data.map((notification) => (
                  <InboxRow
                    key={notification.id}
                    userId={userId}
                    notification={notification}
                    onRead={() => markRead.mutate(notification.id)}
                    reading={markRead.isPending && markRead.variables === notification.id}
                    onDelete={() => remove.mutate(notification.id)}
                    deleting={remove.isPending && remove.variables === notification.id}
                  />
                ))}
              </tbody>
            </Table>
          )
        }
      </Loaded>
      {(before !== undefined || nextCursor !== null) && (
        <Pagination
          label="Notifications"
          position={`Page ${formatCount(pageNumber(place))}`}
          onPrevious={before && (() => filters.set({ ...before }))}
          onNext={nextCursor === null ? undefined : () => filters.set({ ...stepOn(place, nextCursor) })}
          busy={inbox.isPlaceholderData}
        />
      )}
      <AlertDialog
        open={clearing}
        onOpenChange={(open) => {
          setClearing(open);
          clear.reset();
        }}
        title={`Delete all notifications of ${userId}?`}
        action="Delete all"
        busy={clear.isPending}
        error={clear.error?.message}
        onConfirm={() => clear.mutate()}
      >
        This permanently deletes the user's inbox in the organization {organization === "" ? "default" : organization},
        including unread notifications.
      </AlertDialog>
    </div>
  );
}
