import { Tabs } from "./tabs.tsx";
import type { Tab } from "./tabs.tsx";
import { usePageSearch } from "./use-page-search.ts";

export interface UrlTabsProps<V extends string> {
  label: string;
  tabs: readonly Tab<V>[];
  /** The name in the query string. */
  parameter?: string;
  className?: string;
}

/** Tabs whose choice is in the address (`?tab=`): a copied address shows the same panel. The first tab is the default. */
export function UrlTabs<V extends string>({ label, tabs, parameter = "tab", className }: UrlTabsProps<V>) {
  const [search, setSearch] = usePageSearch();
  const first = tabs[0]?.value;
  const asked = search.get(parameter);
  const current = tabs.find((tab) => tab.value === asked)?.value ?? first;
  return (
    <Tabs
      label={label}
      tabs={tabs}
      value={current}
      className={className}
      onValueChange={(value) => {
        setSearch(
          (before) => {
            const next = new URLSearchParams(before);
            if (value === first) next.delete(parameter);
            else next.set(parameter, value);
            return next;
          },
          { replace: true, preventScrollReset: true },
        );
      }}
    />
  );
}
