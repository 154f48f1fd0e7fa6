import { Link } from "react-router";
import { countOf } from "../formats/count.ts";
import { FilterLinks } from "../public/filter-links.tsx";
import { pageMeta } from "../shell/page-meta.ts";
import { Page } from "../shell/page.tsx";
import { Badge } from "../ui/badge.tsx";
import { FilteredEmptyState } from "../ui/filtered-empty-state.tsx";
import { examples } from "./catalogue.ts";
import type { Example } from "./catalogue.ts";
import { ExamplePicture } from "./example-picture.tsx";
import { filters, matches, valuesWithin } from "./filters.ts";
import { usePageSearch } from "../ui/use-page-search.ts";

export const meta = () =>
  pageMeta({
    title: "Examples",
    description: "Example apps that you can try on the page, with their source code.",
  });

/** The sources of every example, live; filters are in the address. */
export default function GalleryPage() {
  const [search, setSearch] = usePageSearch();
  const shown = examples.filter((example) => matches(example, search));
  return (
    <Page className="page py-14 lg:py-20">
      <h1 className="text-4xl">Examples</h1>
      <p className="mt-4 max-w-[58ch] text-lg text-muted">
        Small, complete apps built with Weft’s own packages or the official SDKs. Try each one in two windows, then read
        its source.
      </p>
      <div className="mt-8 flex flex-col gap-3">
        {filters.map((filter) => (
          <FilterLinks
            key={filter.name}
            label={filter.label}
            name={filter.name}
            values={valuesWithin(filter, search)}
          />
        ))}
      </div>
      <p className="sr-only" role="status">
        {countOf(shown.length, "example")}
      </p>
      {shown.length === 0 ? (
        <div className="mt-8">
          <FilteredEmptyState onClear={() => setSearch({}, { replace: true, preventScrollReset: true })} />
        </div>
      ) : (
        <ul className="mt-8 grid gap-6 md:grid-cols-2 xl:grid-cols-3">
          {shown.map((example) => (
            <li key={example.name}>
              <ExampleCard example={example} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}

function ExampleCard({ example }: { example: Example }) {
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface transition-colors duration-(--quick) hover:border-line-strong">
      <ExamplePicture name={example.name} />
      <div className="flex flex-1 flex-col border-t border-line p-6">
        <h2 className="text-xl">
          <Link to={`/examples/${example.name}`} className="after:absolute after:inset-0">
            {example.title}
          </Link>
        </h2>
        <p className="mt-2 text-muted">{example.line}</p>
        <p className="mt-auto flex flex-wrap gap-1.5 pt-5">
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
