import type { UseQueryResult } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { formatClock } from "./clock-time.ts";

/**
 * Says that newer data could not be had, and of when what is shown is. `lost`: a stream that adds to it has ended.
 */
export function StaleNote({ query, lost = false }: { query: UseQueryResult; lost?: boolean }) {
  const stale = lost || query.fetchStatus === "paused" || query.failureReason !== null || query.isRefetchError;
  if (!stale || query.dataUpdatedAt === 0) return null;
  return (
    <p role="status" className="mb-3 flex items-center gap-2 text-sm text-warning">
      <CloudOff className="size-4" aria-hidden />
      Offline. Showing data from {formatClock(query.dataUpdatedAt)}.
    </p>
  );
}
