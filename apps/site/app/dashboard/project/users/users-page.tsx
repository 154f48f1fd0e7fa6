import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { formatCount } from "../../../formats/count.ts";
import { pageMeta } from "../../../shell/page-meta.ts";
import { FilteredEmptyState } from "../../../ui/filtered-empty-state.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { FilterText } from "../../shared/filter-text.tsx";
import { Loaded } from "../../shared/loaded.tsx";
import { PageHead } from "../../shared/page-head.tsx";
import { useFilters } from "../../shared/use-filters.ts";
import { useListKeys } from "../../shared/use-list-keys.ts";
import { pageNumber, stepBack, stepOn } from "../rooms/cursor-trail.ts";
import { useProject } from "../shared/project-context.ts";
import { ErasureList } from "./erasure-list.tsx";
import { UsersEmpty } from "./users-empty.tsx";
import { usersQuery } from "./users-queries.ts";
import { UsersTable } from "./users-table.tsx";

export const meta = () => pageMeta({ title: "Users", indexed: false });

export default function UsersPage() {
  const { project, base } = useProject();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const filters = useFilters(["prefix"]);
  const place = { cursor: search.get("cursor") ?? "", back: search.get("back") ?? "" };
  const [at, setAt] = useState(-1);
  const users = useQuery({
    ...usersQuery(project.id, filters.values.prefix, place.cursor),
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
      <div className="mb-4 max-w-md">
        <FilterText
          first
          label="User ID prefix"
          value={filters.values.prefix}
          onChange={(prefix) => filters.set({ prefix })}
        />
      </div>
      <Loaded query={users}>
        {({ data }) =>
          data.length > 0 ? (
            <div className="flex flex-col gap-4">
              <UsersTable users={data} base={base} at={at} />
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
