import { useInfiniteQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { Loaded } from "../../shared/loaded.tsx";
import type { CursorPage } from "../shared/room-body.ts";

export interface PagedListProps<T> {
  title: string;
  about?: ReactNode;
  queryKey: readonly unknown[];
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<CursorPage<T>>;
  keyOf: (item: T) => string;
  children: (item: T) => ReactNode;
  /** Shown when the list is empty. */
  empty: ReactNode;
}

/** A titled list whose pages are added below one another. */
export function PagedList<T>({ title, about, queryKey, fetchPage, keyOf, children, empty }: PagedListProps<T>) {
  const id = useId();
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-surface">
      <div className="border-b border-line px-5 py-3">
        <h2 id={id} className="text-base">
          {title}
        </h2>
        {about && <p className="text-sm text-muted">{about}</p>}
      </div>
      <Loaded query={query}>
        {({ pages }) => {
          const items = pages.flatMap(({ data }) => data);
          if (items.length === 0) return <div className="px-5 py-6 text-sm text-muted">{empty}</div>;
          return (
            <>
              <ul>
                {items.map((item) => (
                  <li
                    key={keyOf(item)}
                    className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-5 py-2.5 text-sm last:border-0"
                  >
                    {children(item)}
                  </li>
                ))}
              </ul>
              {query.hasNextPage && (
                <div className="border-t border-line px-5 py-3">
                  <Button size="sm" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    Show more
                  </Button>
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}
