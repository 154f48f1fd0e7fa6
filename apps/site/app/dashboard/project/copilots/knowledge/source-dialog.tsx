import { Dialog } from "../../../../ui/dialog.tsx";
import type { SourceBody } from "./knowledge-queries.ts";
import { LinkList } from "./link-list.tsx";
import { SourceMarkdown } from "./source-markdown.tsx";
import { sourceKind, sourceName } from "./source-text.ts";

export interface SourceDialogProps {
  copilotId: string;
  /** Undefined while none is open. */
  source: SourceBody | undefined;
  onClose: () => void;
}

/** What a source holds: the pages of a website, or the text of a file. */
export function SourceDialog({ copilotId, source, onClose }: SourceDialogProps) {
  return (
    <Dialog
      size="lg"
      open={source !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={<span className="wrap-anywhere">{source && sourceName(source)}</span>}
      description={source && sourceKind(source)}
    >
      {source?.type === "ai-knowledge-web-source" && <LinkList copilotId={copilotId} source={source} />}
      {source?.type === "ai-knowledge-file-source" && <SourceMarkdown copilotId={copilotId} source={source} />}
    </Dialog>
  );
}
