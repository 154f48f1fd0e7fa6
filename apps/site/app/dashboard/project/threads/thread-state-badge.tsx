import { Badge } from "../../../ui/badge.tsx";

/** Whether a thread is open, and who may see it. */
export function ThreadStateBadge({ resolved, visibility }: { resolved: boolean; visibility: "public" | "private" }) {
  return (
    <span className="inline-flex gap-1.5">
      <Badge tone={resolved ? "success" : "accent"}>{resolved ? "Resolved" : "Open"}</Badge>
      {visibility === "private" && <Badge>Private</Badge>}
    </span>
  );
}
