import { formatCount } from "../../formats/count.ts";
import type { ManyProgress } from "./run-many.ts";

export interface ManyProgressViewProps {
  label: string;
  /** What is done with each: `deleted`. */
  done: string;
  progress: ManyProgress;
}

/** How far work on many things is, and which of them failed. */
export function ManyProgressView({ label, done, progress }: ManyProgressViewProps) {
  const { failed, total } = progress;
  return (
    <div className="flex flex-col gap-3" role="status">
      <progress
        className="h-1.5 w-full overflow-hidden rounded-full accent-(--accent-solid)"
        max={total}
        value={progress.done + failed.length}
        aria-label={label}
      />
      <p className="text-sm text-muted">
        {formatCount(progress.done)} of {formatCount(total)} {done}
        {failed.length > 0 && `, ${formatCount(failed.length)} failed`}
      </p>
      {failed.length > 0 && (
        <ul className="max-h-48 overflow-y-auto rounded-md border border-danger-line text-sm" tabIndex={0}>
          {failed.map(({ id, why }) => (
            <li key={id} className="flex flex-col border-b border-line px-3 py-2 last:border-0">
              <code className="text-xs wrap-anywhere">{id}</code>
              <span className="text-danger">{why}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
