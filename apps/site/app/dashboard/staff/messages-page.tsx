import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { StaffMessage } from "@weft/protocol";
import { Check, Undo2 } from "lucide-react";
import { request } from "../../api/request.ts";
import { useMe } from "../../api/use-me.ts";
import { pageMeta } from "../../shell/page-meta.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { FilteredEmptyState } from "../../ui/filtered-empty-state.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { SkeletonLines } from "../../ui/skeleton-lines.tsx";
import { toast } from "../../ui/toast.ts";
import NotFoundPage from "../frame/not-found-page.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { useFilters } from "../shared/use-filters.ts";
import { useListKeys } from "../shared/use-list-keys.ts";
import { StaffLinks } from "./staff-links.tsx";

export const meta = () => pageMeta({ title: "Messages", indexed: false });

const kinds = [
  { value: "all", label: "All" },
  { value: "support", label: "Support" },
  { value: "sales", label: "Sales" },
  { value: "feedback", label: "Feedback" },
] as const;
const states = [
  { value: "open", label: "Open" },
  { value: "done", label: "Done" },
] as const;

const messagesKey = ["staff", "messages"] as const;

/** What people wrote to support, sales and feedback; staff alone see that there is such a page. */
export default function MessagesPage() {
  const { data: me } = useMe();
  const queries = useQueryClient();
  const { values, set, clear, any } = useFilters(["kind", "state"]);
  const kind = kinds.find(({ value }) => value === values.kind)?.value ?? "all";
  const state = states.find(({ value }) => value === values.state)?.value ?? "open";
  const isStaff = me?.user?.isStaff === true;
  const messages = useInfiniteQuery({
    queryKey: [...messagesKey, kind, state],
    enabled: isStaff,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      request("GET /internal/staff/messages", {
        query: { state, ...(kind !== "all" && { kind }), ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  useListKeys({ count: 0, at: -1, onRefresh: () => void messages.refetch() });
  if (me && !isStaff) return <NotFoundPage />;

  const mark = async (message: StaffMessage, next: StaffMessage["state"]) => {
    try {
      await request("PATCH /internal/staff/messages/{messageId}", {
        path: { messageId: message.id },
        body: { state: next },
      });
    } catch {
      toast({ title: "The message could not be changed. Try again.", tone: "danger" });
    }
    await queries.invalidateQueries({ queryKey: messagesKey });
  };
  const all = messages.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <PageHead title="Messages" actions={<StaffLinks />}>
        Messages sent through the site, newest first.
      </PageHead>
      <div className="mb-6 flex flex-wrap gap-3">
        <SegmentedControl
          label="Kind"
          options={kinds}
          value={kind}
          onValueChange={(next) => set({ kind: next === "all" ? null : next })}
        />
        <SegmentedControl
          label="State"
          options={states}
          value={state}
          onValueChange={(next) => set({ state: next === "open" ? null : next })}
        />
      </div>
      {messages.error ? (
        <ErrorState error={messages.error} onRetry={() => void messages.refetch()} retrying={messages.isFetching} />
      ) : messages.data === undefined ? (
        <SkeletonLines lines={8} />
      ) : all.length === 0 ? (
        any ? (
          <FilteredEmptyState onClear={clear} />
        ) : (
          <EmptyState title="Messages sent through the site appear here." />
        )
      ) : (
        <ul className="flex flex-col gap-4">
          {all.map((message) => (
            <li key={message.id} className="rounded-lg border border-line bg-surface p-5">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                <Badge tone="accent">{kinds.find(({ value }) => value === message.kind)?.label}</Badge>
                <span className="font-medium">{message.name}</span>
                <a className="link" href={`mailto:${message.email}`}>
                  {message.email}
                </a>
                <RelativeTime at={message.at} className="text-muted" />
                {!message.mailed && <Badge>Not emailed</Badge>}
              </div>
              <p className="mt-3 max-w-prose whitespace-pre-wrap">{message.message}</p>
              <Details message={message} />
              <div className="mt-4">
                {message.state === "open" ? (
                  <Button size="sm" onClick={() => void mark(message, "done")}>
                    <Check className="size-4" aria-hidden />
                    Done
                  </Button>
                ) : (
                  <Button size="sm" variant="ghost" onClick={() => void mark(message, "open")}>
                    <Undo2 className="size-4" aria-hidden />
                    Reopen
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {messages.hasNextPage && (
        <Button className="mt-6" busy={messages.isFetchingNextPage} onClick={() => void messages.fetchNextPage()}>
          Load older
        </Button>
      )}
    </>
  );
}

/** The fields of a kind of message besides its text, with their labels. */
const details = [
  ["companySize", "Company size"],
  ["role", "Role"],
  ["wasItHelpful", "Helpful"],
  ["sentFromAi", "Sent by the assistant"],
] as const;

function spellDetail(value: unknown): string | undefined {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" && value !== "" ? value : undefined;
}

function Details({ message }: { message: StaffMessage }) {
  const rows = [
    ...(message.route === null ? [] : [["Page", message.route] as const]),
    ...details.flatMap(([name, label]) => {
      const said = spellDetail(message.details[name]);
      return said === undefined ? [] : [[label, said] as const];
    }),
  ];
  if (rows.length === 0) return null;
  return (
    <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-xs text-muted">
      {rows.map(([name, value]) => (
        <div key={name} className="flex gap-1.5">
          <dt className="text-faint">{name}</dt>
          <dd className="font-mono">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
