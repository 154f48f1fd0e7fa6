import type { KnowledgeStatus } from "@weft/protocol";
import { Badge } from "../../../../ui/badge.tsx";
import { Spinner } from "../../../../ui/spinner.tsx";

/** How far a source or a page is. */
export function KnowledgeState({ status }: { status: KnowledgeStatus }) {
  if (status === "ready") return <Badge tone="success">Ready</Badge>;
  if (status === "error") return <Badge tone="danger">Error</Badge>;
  return (
    <Badge>
      <Spinner className="size-3" />
      Reading
    </Badge>
  );
}
