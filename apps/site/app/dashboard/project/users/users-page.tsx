import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { formatCount } from "../../../formats/count.ts";
import { pageMeta } from "../../../shell/page-meta.ts";
import { FilteredEmptyState } from "../../../ui/filtered-empty-state.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import type { EarlyQuery } from "../../frame/use-early-queries.ts";
import { FilterBar } from "../../shared/filter-bar.tsx";
import { FilterText } from "../../shared/filter-text.tsx";
import { Loaded } from "../../shared/loaded.tsx";
import { PageHead } from "../../shared/page-head.tsx";
import { useFilters } from "../../shared/use-filters.ts";
import { useListKeys } from "../../shared/use-list-keys.ts";
import { pageNumber, stepBack, stepOn } from "../rooms/cursor-trail.ts";
import { useProject } from "../shared/project-context.ts";
import { ErasureList } from "./erasure-list.tsx";
import { UsersEmpty } from "./users-empty.tsx";
import { shownUsers, userFilterNames, usersQuery } from "./users-queries.ts";
import { UsersTable } from "./users-table.tsx";

export const meta = () => pageMeta({ title: "Users", indexed: false });

export const handle: EarlyQuery = {
  earlyQuery: ({ projectId = "" }, search) => usersQuery(projectId, shownUsers(search)),
};

export default function UsersPage() {
  const { project, base } = useProject();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const filters = useFilters(userFilterNames);
  const shown = shownUsers(search);
  const { direction } = shown;
  const place = { cursor: search.get("cursor") ?? "", back: search.get("back") ?? "" };
  const [at, setAt] = useState(-1);
  const users = useQuery({
    ...usersQuery(project.id, shown),
    placeholderData: keepPreviousData,
  });
  const list = users.data?.data ?? [];
  useListKeys({
    count: list.length,
    at,
    onMove: setAt,
    onOpen: (index) => void navigate(`${base}/users/${encodeURIComponent(list[index]!.id)}`),
    onRefresh: () => void users.refetch(),
  });
  const nextCursor = users.data?.nextCursor ?? null;
  const before = stepBack(place);
  return (
    <>
      <PageHead title="Users">
        Users who connected to a room or wrote a comment. Anonymous connections aren&apos;t listed.
      </PageHead>
      <div className="mb-4">
        <FilterBar
          search={
            <FilterText
              first
              label="Search by name or user ID"
              className="w-full sm:w-72"
              value={filters.values.search}
              onChange={(text) => filters.set({ search: text })}
            />
          }
          options={[{ name: "connected", label: "Connected now", choices: [{ value: "yes", label: "Connected now" }] }]}
          values={filters.values}
          any={filters.any}
          onChange={filters.set}
          onClear={filters.clear}
        />
      </div>
      <Loaded query={users}>
        {({ data }) =>
          data.length > 0 || nextCursor !== null ? (
            <div className="flex flex-col gap-4">
              {data.length === 0 ? (
                <p className="py-10 text-center text-sm text-muted" role="status">
                  No matches on this page. The next page has more users.
                </p>
              ) : (
                <UsersTable
                  users={data}
                  base={base}
                  at={at}
                  direction={direction}
                  onSort={(next) => filters.set({ direction: next === "desc" ? null : next })}
                />
              )}
              <Pagination
                label="Users"
                position={`Page ${formatCount(pageNumber(place))}`}
                onPrevious={before && (() => filters.set({ ...before }))}
                onNext={nextCursor === null ? undefined : () => filters.set({ ...stepOn(place, nextCursor) })}
                busy={users.isPlaceholderData}
              />
            </div>
          ) : filters.any ? (
            <FilteredEmptyState onClear={filters.clear} />
          ) : (
            <UsersEmpty />
          )
        }
      </Loaded>
      <ErasureList />
    </>
  );
}
