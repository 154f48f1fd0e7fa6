import { Avatar } from "@weft/react-ui";
import { useMemo } from "react";
import { DiffTable } from "./diff-table.tsx";
import type { DiffTableProps } from "./diff-table.tsx";
import { linesOf } from "./lines.ts";

interface FileDiffProps extends Omit<DiffTableProps, "lines"> {
  readonly isOpen: boolean;
  readonly isViewed: boolean;
  readonly canView: boolean;
  /** The IDs of the other users who have viewed the file. */
  readonly viewers: readonly string[];
  readonly onOpen: (isOpen: boolean) => void;
  readonly onViewed: (isViewed: boolean) => void;
}

/** A file of the change: its header, and its lines. */
export function FileDiff(props: FileDiffProps) {
  const { file, isOpen, isViewed, canView, viewers, onOpen, onViewed } = props;
  const lines = useMemo(() => linesOf(file), [file]);
  const [added, removed] = (["added", "removed"] as const).map(
    (wanted) => lines.filter(({ kind }) => kind === wanted).length,
  );
  return (
    <section className="file" id={file.path} data-path={file.path} aria-label={file.path}>
      <header className="file-header">
        <button
          type="button"
          className="file-toggle"
          aria-expanded={isOpen}
          aria-label={`Lines of ${file.path}`}
          onClick={() => onOpen(!isOpen)}
        >
          <svg width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor" aria-hidden="true">
            <path d="m3.500 5 3.500 4 3.500-4" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
        </button>
        <h3>{file.path}</h3>
        {file.kind !== "changed" && <span className="file-kind">{file.kind}</span>}
        <span className="file-counts">
          <span className="file-added">+{added}</span> <span className="file-removed">−{removed}</span>
        </span>
        <span className="file-viewers">
          {viewers.slice(0, 3).map((id) => (
            <Avatar key={id} className="file-viewer" userId={id} title="Viewed" />
          ))}
          {viewers.length > 3 && <span>+{viewers.length - 3}</span>}
        </span>
        <label className="file-viewed">
          <input
            type="checkbox"
            checked={isViewed}
            disabled={!canView}
            onChange={({ target }) => onViewed(target.checked)}
          />
          Viewed
        </label>
      </header>
      {/* A closed file keeps what is being written in it. */}
      <div hidden={!isOpen}>
        <DiffTable {...props} lines={lines} />
      </div>
    </section>
  );
}
