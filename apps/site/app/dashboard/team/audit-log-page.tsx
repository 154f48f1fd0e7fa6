import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { AuditEntry } from "@weft/protocol";
import { Download } from "lucide-react";
import { useState } from "react";
import { request } from "../../api/request.ts";
import { displayName } from "../../shell/display-name.ts";
import { pageMeta } from "../../shell/page-meta.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { FilteredEmptyState } from "../../ui/filtered-empty-state.tsx";
import { Forbidden } from "../../ui/forbidden.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Select } from "../../ui/select.tsx";
import { SkeletonLines } from "../../ui/skeleton-lines.tsx";
import { Cell, HeaderCell, Row, Table } from "../../ui/table.tsx";
import { csvOf } from "../shared/csv.ts";
import { FilterText } from "../shared/filter-text.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { saveFile } from "../shared/save-file.ts";
import { TimeRange } from "../shared/time-range.tsx";
import { useFilters } from "../shared/use-filters.ts";
import { useListKeys } from "../shared/use-list-keys.ts";
import { membersQuery } from "./members-query.ts";
import { spellAction } from "./spell-action.ts";
import { useTeam, useTeamId } from "./use-team.ts";

export const meta = () => pageMeta({ title: "Audit log", indexed: false });

/** Actions by what they change: the log is asked for all that begin alike. */
const actions = [
  { value: "all", label: "All actions" },
  { value: "member.", label: "Members" },
  { value: "invitation.", label: "Invitations" },
  { value: "project.", label: "Projects" },
  { value: "key.", label: "API keys" },
  { value: "managementToken.", label: "Management tokens" },
  { value: "sso.", label: "Single sign-on" },
  { value: "team.", label: "Team" },
  { value: "api.", label: "Rooms" },
] as const;

/** Who did what in a team, newest first; owners alone read it. */
export default function AuditLogPage() {
  const teamId = useTeamId();
  const { data: team } = useTeam();
  const { values, set, clear, any } = useFilters(["actor", "action", "target", "from", "to"]);
  const owner = team?.role === "owner";
  const members = useQuery({ ...membersQuery(teamId), enabled: owner });
  const log = useInfiniteQuery({
    queryKey: ["team", teamId, "audit-log", values],
    enabled: owner,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      request("GET /internal/teams/{teamId}/audit-log", {
        path: { teamId },
        query: {
          ...(pageParam !== undefined && { cursor: pageParam }),
          ...(values.actor !== "" && { actor: values.actor }),
          ...(values.action !== "" && { action: values.action }),
          ...(values.target !== "" && { target: values.target }),
          ...(values.from !== "" && { from: values.from }),
          ...(values.to !== "" && { to: values.to }),
        },
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const entries = log.data?.pages.flatMap(({ data }) => data) ?? [];
  const [at, setAt] = useState(-1);
  useListKeys({ count: entries.length, at, onMove: setAt, onRefresh: () => void log.refetch() });
  if (team && !owner) return <Forbidden>Only team owners can view the audit log.</Forbidden>;
  return (
    <>
      <PageHead
        title="Audit log"
        actions={
          <Button disabled={entries.length === 0} onClick={() => download(entries)}>
            <Download className="size-4" aria-hidden />
            CSV
          </Button>
        }
      >
        Changes to members, projects, keys and settings.
      </PageHead>
      <div className="mb-5 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Select
          aria-label="Actor"
          options={[
            { value: "all", label: "All actors" },
            ...(members.data ?? []).map((member) => ({ value: member.userId, label: displayName(member) })),
          ]}
          value={values.actor || "all"}
          onValueChange={(actor) => set({ actor: actor === "all" ? null : actor })}
        />
        <Select
          aria-label="Action"
          options={actions}
          value={actions.find(({ value }) => value === values.action)?.value ?? "all"}
          onValueChange={(action) => set({ action: action === "all" ? null : action })}
        />
        <FilterText
          label="Target"
          placeholder="Target ID"
          value={values.target}
          onChange={(target) => set({ target })}
          first
        />
        <TimeRange from={values.from} to={values.to} onChange={set} />
      </div>
      {log.error ? (
        <ErrorState error={log.error} onRetry={() => void log.refetch()} retrying={log.isFetching} />
      ) : log.data === undefined ? (
        <SkeletonLines lines={8} />
      ) : entries.length === 0 ? (
        any ? (
          <FilteredEmptyState onClear={clear} />
        ) : (
          <EmptyState title="Changes by owners and members appear here." />
        )
      ) : (
        <>
          <Table caption="Audit log" stacked>
            <thead>
              <Row>
                <HeaderCell>Time</HeaderCell>
                <HeaderCell>Actor</HeaderCell>
                <HeaderCell>Action</HeaderCell>
                <HeaderCell>Target</HeaderCell>
                <HeaderCell>IP address</HeaderCell>
              </Row>
            </thead>
            <tbody>
              {entries.map((entry, index) => (
                <Row key={entry.id} data-reached={index === at || undefined}>
                  <Cell label="Time" className="whitespace-nowrap text-muted as-card:order-last">
                    <RelativeTime at={entry.at} />
                  </Cell>
                  <HeaderCell scope="row">{entry.actor?.name ?? "Deleted user"}</HeaderCell>
                  <Cell label="Action">
                    {spellAction(entry.action)}
                    <code className="block text-xs text-faint">{entry.action}</code>
                  </Cell>
                  <Cell label="Target" className="max-w-64">
                    {entry.target === null ? (
                      "—"
                    ) : (
                      <>
                        <span className="block truncate">{entry.target.name ?? entry.target.id}</span>
                        <code className="block truncate text-xs text-faint">{entry.target.id}</code>
                      </>
                    )}
                  </Cell>
                  <Cell label="IP address" className="font-mono text-xs text-muted">
                    {entry.address ?? "—"}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
          {log.hasNextPage && (
            <Button className="mt-4" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
              Load older
            </Button>
          )}
        </>
      )}
    </>
  );
}

function download(entries: readonly AuditEntry[]): void {
  const rows = entries.map(({ at, actor, action, target, address }) => [
    at,
    actor?.email,
    action,
    target?.kind,
    target?.id,
    target?.name,
    address,
  ]);
  saveFile("audit-log.csv", "text/csv", csvOf(["at", "actor", "action", "kind", "id", "name", "address"], rows));
}
