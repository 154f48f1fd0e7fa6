import { Fragment } from "react";
import { Link } from "react-router";
import type { PageFrame } from "../catalogue/page-frame.ts";

/** Where the page is. */
export function Breadcrumb({ path }: { path: PageFrame["path"] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-2 text-sm text-faint">
        {path.map(({ title, href }, index) => (
          <Fragment key={title}>
            {index > 0 && <li aria-hidden="true">/</li>}
            <li>
              {href === undefined ? (
                title
              ) : (
                <Link to={href} className="hover:text-ink hover:underline">
                  {title}
                </Link>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
