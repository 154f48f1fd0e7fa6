import { Link, useLocation } from "react-router";
import type { DestinationGroup } from "./destinations.ts";
import { currentPath } from "./place.ts";

/** Groups of places under one address. */
export function NavigationList({
  base,
  groups,
  owner,
}: {
  base: string;
  groups: readonly DestinationGroup[];
  owner: boolean;
}) {
  const { pathname } = useLocation();
  const current = currentPath(
    pathname,
    base,
    groups.flatMap(({ destinations }) => destinations.map(({ path }) => path)),
  );
  return (
    <div className="flex flex-col gap-5">
      {groups.map(({ title, destinations }, index) => (
        <div key={title ?? index}>
          {title && <p className="mb-1 px-3 text-xs text-faint">{title}</p>}
          <ul className="flex flex-col gap-px">
            {destinations
              .filter((destination) => owner || !destination.owners)
              .map(({ path, label, icon: Icon }) => (
                <li key={path}>
                  <Link
                    to={base + path}
                    aria-current={current === path ? "page" : undefined}
                    className="group flex h-9 items-center gap-2.5 rounded-md px-3 text-sm text-muted transition-colors duration-(--quick) hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink"
                  >
                    <Icon className="size-4 text-faint group-aria-[current]:text-accent" aria-hidden />
                    {label}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
