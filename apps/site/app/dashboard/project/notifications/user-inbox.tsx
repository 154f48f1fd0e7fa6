import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CheckCheck, Mail, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { formatCount } from "../../../formats/count.ts";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { Cell, HeaderCell, Row, Table } from "../../../ui/table.tsx";
import { toast } from "../../../ui/toast.ts";
import { FilterText } from "../../shared/filter-text.tsx";
import { Loaded } from "../../shared/loaded.tsx";
import { useFilters } from "../../shared/use-filters.ts";
import { pageNumber, stepBack, stepOn } from "../rooms/cursor-trail.ts";
import { gateway } from "../shared/gateway.ts";
import { isRead } from "../shared/is-read.ts";
import { useProject } from "../shared/project-context.ts";
import { threadAddress } from "../threads/thread-address.ts";
import { emailNotifications } from "./emails/email-event.ts";
import { inboxQuery, userKey, userPath } from "./notification-queries.ts";
import type { InboxNotificationBody } from "./notification-queries.ts";

const states = [
  { value: "all", label: "All" },
  { value: "unread", label: "Unread" },
] as const;

/** The inbox of a user, newest first. */
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
                  <HeaderCell>Subject</HeaderCell>
                  <HeaderCell>Kind</HeaderCell>
                  <HeaderCell>State</HeaderCell>
                  <HeaderCell>Notified</HeaderCell>
                  <HeaderCell>
                    <span className="sr-only">Actions</span>
                  </HeaderCell>
                </Row>
              </thead>
              <tbody>
                {data.map((notification) => (
                  <Row key={notification.id}>
                    <HeaderCell scope="row" className="max-w-72 min-w-40 as-card:max-w-none">
                      <Subject notification={notification} />
                    </HeaderCell>
                    <Cell label="Kind">
                      <code className="text-xs whitespace-nowrap">{notification.kind}</code>
                    </Cell>
                    <Cell label="State">
                      <Badge tone={isRead(notification) ? "neutral" : "accent"}>
                        {isRead(notification) ? "Read" : "Unread"}
                      </Badge>
                    </Cell>
                    <Cell label="Notified" className="whitespace-nowrap">
                      <RelativeTime at={notification.notifiedAt} />
                    </Cell>
                    <Cell className="text-right whitespace-nowrap">
                      <span className="inline-flex">
                        {emailNotifications([notification]).length > 0 && (
                          <ButtonLink
                            variant="ghost"
                            size="sm"
                            className="w-8 px-0!"
                            aria-label="Preview email"
                            title="Preview email"
                            to={`?${new URLSearchParams({ tab: "emails", user: userId, notification: notification.id }).toString()}`}
                          >
                            <Mail className="size-4" aria-hidden />
                          </ButtonLink>
                        )}
                        {!isRead(notification) && (
                          <IconButton
                            name="Mark as read"
                            size="sm"
                            busy={markRead.isPending && markRead.variables === notification.id}
                            onClick={() => markRead.mutate(notification.id)}
                          >
                            <CheckCheck className="size-4" aria-hidden />
                          </IconButton>
                        )}
                        <IconButton
                          name="Delete notification"
                          size="sm"
                          busy={remove.isPending && remove.variables === notification.id}
                          onClick={() => remove.mutate(notification.id)}
                        >
                          <Trash2 className="size-4" aria-hidden />
                        </IconButton>
                      </span>
                    </Cell>
                  </Row>
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

/** What a notification is about, with where it leads. */
function Subject({ notification }: { notification: InboxNotificationBody }) {
  const { base } = useProject();
  const room = notification.roomId ?? undefined;
  const roomLink = room !== undefined && (
    <Link
      to={`${base}/rooms/${encodeURIComponent(room)}`}
      className="block truncate as-card:whitespace-normal font-mono text-xs font-normal text-muted underline-offset-4 hover:underline"
    >
      {room}
    </Link>
  );
  if ("threadId" in notification)
    return (
      <>
        <Link
          to={threadAddress(base, { roomId: notification.roomId, id: notification.threadId })}
          className="block truncate as-card:whitespace-normal underline-offset-4 hover:underline"
        >
          Thread
        </Link>
        {roomLink}
      </>
    );
  const subject = "mentionId" in notification ? `Mention by ${notification.createdBy}` : notification.subjectId;
  return (
    <>
      <span className="block truncate as-card:whitespace-normal" title={subject}>
        {subject}
      </span>
      {"activities" in notification && notification.activities.length > 0 && (
        <code
          className="block truncate as-card:whitespace-normal text-xs font-normal text-muted"
          title={JSON.stringify(notification.activityData)}
        >
          {JSON.stringify(notification.activities.at(-1)?.data)}
          {notification.activities.length > 1 && ` (${notification.activities.length} activities)`}
        </code>
      )}
      {roomLink}
    </>
  );
}
