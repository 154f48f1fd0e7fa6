import { inlineMarkdown } from "../mdx/inline-markdown.ts";
import { anchorOf } from "../mdx/exported-names.ts";

/** A name of a list, with its signatures as HTML. */
export interface ExportRow {
  readonly name: string;
  readonly kind: string;
  /** Markdown. */
  readonly text: string;
  readonly entry: string;
  /** The heading of the page that describes it. */
  readonly href?: string;
  readonly signatures: readonly {
    /** Said where there are several. */
    readonly entry?: string;
    readonly html: string;
  }[];
}

/** Everything that a package exports, by entry point, with a box that finds a name. The compiler of pages gives it its rows. */
export function Exports({ package: name, rows = "[]" }: { package: string; rows?: string }) {
  const all = JSON.parse(rows) as readonly ExportRow[];
  const byEntry = Map.groupBy(all, ({ entry }) => entry);
  return (
    <div className="exports" data-exports="">
      <label className="finder-box needs-script">
        <span>Find a name</span>
        <input type="search" autoComplete="off" spellCheck={false} data-exports-box="" />
      </label>
      <p className="finder-count needs-script" role="status" data-exports-count="" />
      {[...byEntry].map(([entry, members]) => (
        <section key={entry} data-exports-entry="" aria-label={`@weft/${name}${entry.slice(1)}`}>
          <p className="exports-entry">
            <code>{`@weft/${name}${entry.slice(1)}`}</code>
          </p>
          {members.map((row) => (
            <Row key={row.name} {...row} />
          ))}
        </section>
      ))}
    </div>
  );
}

/** A line for each name: its signature unfolds below it. */
function Row({ name, kind, text, href, signatures }: ExportRow) {
  const id = anchorOf(name);
  return (
    <div className="export" id={id} data-export-row={`${name} ${kind} ${text}`.toLowerCase()}>
      <p className="export-head">
        <a className="export-name" href={href ?? `#${id}`}>
          {name}
        </a>
        <span className="export-kind">{kind}</span>
      </p>
      <p className="export-text" dangerouslySetInnerHTML={{ __html: inlineMarkdown(text) }} />
      {signatures.length > 0 && (
        <details>
          <summary>
            Signature<span className="sr-only"> of {name}</span>
          </summary>
          {signatures.map(({ entry, html }) => (
            <div key={entry ?? ""}>
              {entry !== undefined && <p className="export-entry">{entry}</p>}
              <pre tabIndex={0}>
                <code dangerouslySetInnerHTML={{ __html: html }} />
              </pre>
            </div>
          ))}
        </details>
      )}
    </div>
  );
}
