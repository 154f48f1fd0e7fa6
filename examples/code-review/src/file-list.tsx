import { change } from "./change.ts";
import type { PlacedThread } from "./placed-threads.ts";
import type { Reader } from "./use-readers.ts";

interface FileListProps {
  readonly viewed: ReadonlyMap<string, readonly string[]>;
  readonly youId: string;
  readonly readers: readonly Reader[];
  readonly unresolved: readonly PlacedThread[];
}

/** The files, with the users who are reading them. */
export function FileList({ viewed, youId, readers, unresolved }: FileListProps) {
  const own = change.files.filter(({ path }) => viewed.get(path)?.includes(youId));
  return (
    <nav className="panel" aria-label="Files">
      <header className="panel-header">
        <h3>Files</h3>
        <span data-testid="viewed">
          {own.length} of {change.files.length} viewed
        </span>
      </header>
      <ul className="file-list">
        {change.files.map(({ path }) => {
          const count = unresolved.filter(({ place }) => place.file === path).length;
          return (
            <li key={path} data-viewed={own.some((file) => file.path === path) || undefined}>
              <a href={`#${path}`}>{path.slice(path.lastIndexOf("/") + 1)}</a>
              {readers
                .filter(({ file }) => file === path)
                .slice(0, 3)
                .map(({ connectionId, name, color }) => (
                  <span key={connectionId} className="file-reader" style={{ "--dye": color }} title={`${name} is here`}>
                    {name[0]}
                  </span>
                ))}
              {count > 0 && <span className="file-list-count">{count}</span>}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
