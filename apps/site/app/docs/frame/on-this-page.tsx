import type { PageHeading } from "../mdx/headings.ts";
import { useCurrentHeading } from "./use-current-heading.ts";

/** With more headings than this, those of level 3 are shown for the section that is read. */
const manyFrom = 24;

/** The headings of the page; the one that is read is marked. */
export function OnThisPage({ headings }: { headings: readonly PageHeading[] }) {
  const current = useCurrentHeading(headings);
  if (headings.length === 0) return null;
  const shown =
    headings.length > manyFrom ? headings.filter((heading) => isNear(heading, current, headings)) : headings;
  return (
    <nav aria-labelledby="on-this-page">
      <p id="on-this-page" className="text-xs font-medium text-faint">
        On this page
      </p>
      <ul className="on-this-page">
        {shown.map(({ id, title, level }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? "location" : undefined}
              className={level === 3 ? "below" : undefined}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function isNear(heading: PageHeading, current: string | undefined, headings: readonly PageHeading[]): boolean {
  if (heading.level === 2) return true;
  const section = (at: number) => headings.slice(0, at + 1).findLast(({ level }) => level === 2)?.id;
  const here = headings.findIndex(({ id }) => id === current);
  return here >= 0 && section(headings.indexOf(heading)) === section(here);
}
