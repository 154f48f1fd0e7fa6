/** A name of a package's reference, and where it is described. */
export interface NameRow {
  readonly name: string;
  readonly href: string;
  /** The anchor that it once had on the page of the list. */
  readonly id?: string;
  readonly isExport?: boolean;
}

/**
 * Names of a package's reference as compact links. Each has the anchor that its entry once had on this page, and the page's script
 * leads on from there. The compiler of pages gives the list its rows.
 */
export function NameList({ rows = "[]" }: { page?: string; exports?: string; rows?: string }) {
  return (
    <ul className="name-list">
      {(JSON.parse(rows) as readonly NameRow[]).map(({ name, href, id }) => (
        <li key={`${id}${href}`} id={id} data-moved={id === undefined ? undefined : ""}>
          <a href={href}>{name}</a>
        </li>
      ))}
    </ul>
  );
}
