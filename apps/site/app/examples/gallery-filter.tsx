import { clsx } from "clsx";
import { Link } from "react-router";
import { useFilter } from "../public/use-filter.ts";
import type { FilterLinksProps } from "../public/filter-links.tsx";

/** A filter beside the gallery, as a column of links. */
export function GalleryFilter({ label, name, values }: FilterLinksProps) {
  const { current, hrefOf } = useFilter(name);
  return (
    <nav aria-label={label}>
      <p aria-hidden className="text-xs text-faint">
        {label}
      </p>
      <ul className="mt-1.5 flex flex-wrap gap-1 lg:flex-col lg:gap-0">
        {[null, ...values].map((value) => (
          <li key={value ?? ""}>
            <Link
              to={hrefOf(value)}
              replace
              preventScrollReset
              aria-current={current === value ? "true" : undefined}
              className={clsx(
                "-mx-2.5 inline-flex h-8 items-center rounded-md px-2.5 text-sm transition-colors duration-(--quick) lg:flex max-lg:mx-0",
                current === value ? "bg-accent-soft text-accent" : "text-muted hover:bg-hover hover:text-ink",
              )}
            >
              {value ?? "All"}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
