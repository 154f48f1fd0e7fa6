import { Badge } from "../../../ui/badge.tsx";

/** An HTTP status, by its class. */
export function StatusBadge({ status }: { status: number }) {
  const tone = status >= 500 ? "danger" : status >= 400 ? "warning" : status >= 300 ? "neutral" : "success";
  return <Badge tone={tone}>{status}</Badge>;
}
