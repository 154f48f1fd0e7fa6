import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "../../ui/icon-button.tsx";
import type { BranchEntry } from "../chat-client/branches.ts";

/** Leads to the other answers to the same question. Nothing where there is one. */
export function BranchSwitch({ entry, onShow }: { entry: BranchEntry; onShow: (messageId: string) => void }) {
  const { index, count, previous, next } = entry;
  if (count < 2) return null;
  return (
    <div className="flex items-center text-xs text-muted">
      <IconButton
        name="Previous answer"
        size="sm"
        disabled={previous === undefined}
        onClick={() => previous !== undefined && onShow(previous)}
      >
        <ChevronLeft className="size-4" aria-hidden />
      </IconButton>
      <span className="tabular-nums">{`${index + 1} of ${count}`}</span>
      <IconButton
        name="Next answer"
        size="sm"
        disabled={next === undefined}
        onClick={() => next !== undefined && onShow(next)}
      >
        <ChevronRight className="size-4" aria-hidden />
      </IconButton>
    </div>
  );
}
