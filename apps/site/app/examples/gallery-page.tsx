import { clsx } from "clsx";
import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { countOf } from "../formats/count.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { Page } from "../shell/page.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { FilteredEmptyState } from "../ui/filtered-empty-state.tsx";
import { examples } from "./catalogue.ts";
import type { Example } from "./catalogue.ts";
import { ExamplePicture } from "./example-picture.tsx";
import { filters, matches, valuesWithin } from "./filters.ts";
import { GalleryFilter } from "./gallery-filter.tsx";
import { usePageSearch } from "../ui/use-page-search.ts";

export const meta = () =>
  pageMeta({
    title: "Examples",
    description: "Example apps that you can try on the page, with their source code.",
  });

/** The sources of every example, live; filters are in the address. */
export default function GalleryPage() {
  const [search, setSearch] = usePageSearch();
  const [hasFilters, showFilters] = useState(false);
  const shown = examples.filter((example) => matches(example, search));
  return (
    <Page className="page py-10 lg:py-14">
      <div
        data-wide-page
        className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[11rem_minmax(0,1fr)]"
      >
        <div className="lg:col-start-2">
          <h1 className="text-4xl">Examples</h1>
          <p className="mt-3 max-w-[70ch] text-lg text-muted">
            Small, complete apps built with Weft’s own packages or the official SDKs. Try each one in two windows, then
            read its source.
          </p>
        </div>
        <div className="lg:sticky lg:top-[calc(var(--header-height)+2rem)] lg:row-span-2 lg:row-start-1 lg:self-start">
          <Button
            className="lg:hidden"
            aria-expanded={hasFilters}
            aria-controls="filters"
            onClick={() => showFilters(!hasFilters)}
          >
            <SlidersHorizontal aria-hidden className="size-4" />
            Filters
          </Button>
          <div id="filters" className={clsx("flex flex-col gap-5 max-lg:mt-4", !hasFilters && "max-lg:hidden")}>
            {filters.map((filter) => (
              <GalleryFilter
                key={filter.name}
                label={filter.label}
                name={filter.name}
                values={valuesWithin(filter, search)}
              />
            ))}
          </div>
        </div>
        <div className="lg:col-start-2">
          <p className="sr-only" role="status">
            {countOf(shown.length, "example")}
          </p>
          {shown.length === 0 ? (
            <FilteredEmptyState onClear={() => setSearch({}, { replace: true, preventScrollReset: true })} />
          ) : (
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-6">
              {shown.map((example) => (
                <li key={example.name}>
                  <ExampleCard example={example} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Page>
  );
}

function ExampleCard({ example }: { example: Example }) {
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface transition-colors duration-(--quick) hover:border-line-strong">
      <ExamplePicture name={example.name} />
      <div className="flex flex-1 flex-col border-t border-line p-5">
        <h2 className="text-lg">
          <Link to={`/examples/${example.name}`} className="after:absolute after:inset-0">
            {example.title}
          </Link>
        </h2>
        <p className="mt-1 text-sm text-muted">{example.line}</p>
        <p className="mt-auto flex flex-wrap gap-1.5 pt-4">
          <Badge>{example.framework}</Badge>
          {example.library === undefined ? null : <Badge>{example.library}</Badge>}
          <Badge>{example.level}</Badge>
          {example.features.map((feature) => (
            <Badge key={feature} tone="accent">
              {feature}
            </Badge>
          ))}
        </p>
      </div>
    </article>
  );
}
