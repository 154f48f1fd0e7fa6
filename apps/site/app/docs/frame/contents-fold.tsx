import type { PageHeading } from "../mdx/headings.ts";

/** The headings of the page, where they do not fit beside the text. */
export function ContentsFold({ headings }: { headings: readonly PageHeading[] }) {
  if (headings.length === 0) return null;
  return (
    <details className="contents-fold">
      <summary>On this page</summary>
      <nav aria-label="On this page">
        <ul className="on-this-page">
          {headings.map(({ id, title, level }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className={level === 3 ? "below" : undefined}
                onClick={(event) => event.currentTarget.closest("details")?.removeAttribute("open")}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}
