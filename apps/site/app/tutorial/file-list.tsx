import { Lock } from "lucide-react";
import { clsx } from "clsx";

/** The files of a program; one of them is open. */
export function FileList({
  files,
  open,
  isLocked,
  onOpen,
}: {
  files: readonly string[];
  open: string;
  isLocked: (file: string) => boolean;
  onOpen: (file: string) => void;
}) {
  return (
    <ul
      aria-label="Files"
      className="flex h-9 shrink-0 overflow-x-auto border-b border-line bg-canvas [scrollbar-width:none]"
    >
      {files.map((file) => (
        <li key={file} className="flex">
          <button
            type="button"
            aria-current={file === open ? "true" : undefined}
            onClick={() => onOpen(file)}
            className={clsx(
              "inline-flex items-center gap-1.5 border-r border-b-2 border-r-line px-3 font-mono text-xs whitespace-nowrap",
              "transition-colors duration-(--quick) focus-visible:-outline-offset-2",
              file === open ? "border-b-accent bg-surface text-ink" : "border-b-transparent text-muted hover:text-ink",
            )}
          >
            {file}
            {isLocked(file) && <Lock className="size-3 text-faint" aria-label="read only" role="img" />}
          </button>
        </li>
      ))}
    </ul>
  );
}
