import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { RequestFailed } from "../../api/request-failed.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonLines } from "../../ui/skeleton-lines.tsx";
import { StaleNote } from "./stale-note.tsx";

export interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** The shape of what comes. */
  skeleton?: ReactNode;
  /** Shown when the server answers that the resource does not exist. */
  missing?: ReactNode;
  children: (data: T) => ReactNode;
}

/** A region of data in each of its states: on its way, there, older than it should be, missing, failed. */
export function Loaded<T>({ query, skeleton = <SkeletonLines />, missing, children }: LoadedProps<T>) {
  if (query.data !== undefined)
    return (
      <>
        <StaleNote query={query} />
        {children(query.data)}
      </>
    );
  const { error } = query;
  if (error === null) return skeleton;
  if (missing !== undefined && error instanceof RequestFailed && error.status === 404) return missing;
  return <ErrorState error={error} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
}
