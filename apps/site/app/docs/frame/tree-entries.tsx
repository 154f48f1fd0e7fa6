import type { PageHeading } from "../mdx/headings.ts";

/** The entries of the current page, below it in the tree. */
export function TreeEntries({ entries }: { entries: readonly PageHeading[] }) {
  return (
    <ul className="tree-entries">
      {entries.map(({ id, title, level }) => (
        <li key={id}>
          <a href={`#${id}`} className={level === 3 ? "below" : undefined}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
