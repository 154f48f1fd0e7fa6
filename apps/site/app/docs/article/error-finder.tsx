export interface ErrorRow {
  readonly href: string;
  readonly title: string;
  readonly text: string;
}

/** All errors, and a box whose text leaves those that it fits. */
export function ErrorFinder({ rows }: { rows: readonly ErrorRow[] }) {
  return (
    <div className="finder" data-finder="">
      <label className="finder-box needs-script">
        <span>Message or code</span>
        <input type="search" autoComplete="off" spellCheck={false} data-finder-box="" />
      </label>
      <p className="finder-count needs-script" role="status" data-finder-count="" />
      <ul>
        {rows.map(({ href, title, text }) => (
          <li key={href} data-finder-row={`${title} ${text}`.toLowerCase()}>
            <a href={href}>{title}</a>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
