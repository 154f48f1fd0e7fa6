import { clsx } from "clsx";
import { Link } from "react-router";
import { useFilter } from "./use-filter.ts";

export interface FilterLinksProps {
  label: string;
  /** Its name in the address. */
  name: string;
  values: readonly string[];
}

/** A filter as links: the address says what is shown. */
export function FilterLinks({ label, name, values }: FilterLinksProps) {
  const { current, hrefOf } = useFilter(name);
  return (
    <nav aria-label={label} className="flex items-baseline gap-x-4">
      <span aria-hidden className="w-16 shrink-0 text-xs text-faint">
        {label}
      </span>
      <ul className="flex flex-wrap gap-2">
        {[null, ...values].map((value) => (
          <li key={value ?? ""}>
            <Link
              to={hrefOf(value)}
              replace
              preventScrollReset
              aria-current={current === value ? "true" : undefined}
              className={clsx(
                "inline-flex h-8 items-center rounded-full border px-3.5 text-sm transition-colors duration-(--quick)",
                current === value
                  ? "border-accent-line bg-accent-soft text-accent"
                  : "border-line-strong text-muted hover:text-ink",
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
