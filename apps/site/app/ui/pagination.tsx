import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "./button.tsx";

export interface PaginationProps {
  /** What is paged through: `Rooms`. */
  label: string;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  busy?: boolean;
  /** Where one is: `Page 2`. */
  position?: string;
}

/** Steps through pages of a cursor; a direction without a callback has nothing more. */
export function Pagination({ label, onPrevious, onNext, busy = false, position }: PaginationProps) {
  return (
    <nav aria-label={`${label}: pages`} className="flex items-center justify-between gap-4">
      <span className="text-sm text-muted" role="status">
        {position}
      </span>
      <div className="flex gap-2">
        <Button size="sm" disabled={!onPrevious || busy} onClick={onPrevious}>
          <ChevronLeft className="size-4" aria-hidden />
          Previous
        </Button>
        <Button size="sm" disabled={!onNext || busy} onClick={onNext}>
          Next
          <ChevronRight className="size-4" aria-hidden />
        </Button>
      </div>
    </nav>
  );
}
