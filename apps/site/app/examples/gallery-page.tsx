import { Link, useSearchParams } from "react-router";
import { pageMeta } from "../shell/page-meta.ts";
import { Page } from "../shell/page.tsx";
import { Badge } from "../ui/badge.tsx";
import { FilteredEmptyState } from "../ui/filtered-empty-state.tsx";
import { examples, features } from "./catalogue.ts";
import type { Example } from "./catalogue.ts";
import { ExamplePicture } from "./example-picture.tsx";

export const meta = () =>
  pageMeta({
    title: "Examples",
    description: "Small, whole applications on Weft, live on this page, with their sources.",
  });

/** The sources of every example, live; filters are in the address. */
export default function GalleryPage() {
  const [search, setSearch] = useSearchParams();
  const feature = search.get("feature");
  const shown = feature === null ? examples : examples.filter((example) => example.features.some((f) => f === feature));
  const choose = (next: string | null) =>
    setSearch(next === null ? {} : { feature: next }, { replace: true, preventScrollReset: true });
  return (
    <Page className="page py-14 lg:py-20">
      <h1 className="text-4xl">Examples</h1>
      <p className="mt-4 max-w-[58ch] text-lg text-muted">
        Small, whole applications on the official SDKs. Each one runs here, in two windows, against this very server,
        and shows the sources it is built from.
      </p>
      <div role="group" aria-label="Filter by feature" className="mt-8 flex flex-wrap gap-2">
        <Filter pressed={feature === null} onPress={() => choose(null)}>
          All
        </Filter>
        {features.map((name) => (
          <Filter key={name} pressed={feature === name} onPress={() => choose(name)}>
            {name}
          </Filter>
        ))}
      </div>
      <p className="sr-only" role="status">{`${shown.length} examples`}</p>
      {shown.length === 0 ? (
        <FilteredEmptyState onClear={() => choose(null)} />
      ) : (
        <ul className="mt-8 grid gap-6 md:grid-cols-2">
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

function Filter({ pressed, onPress, children }: { pressed: boolean; onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className="h-8 rounded-full border border-line-control px-3.5 text-sm font-medium text-muted transition-colors duration-(--quick) hover:text-ink aria-pressed:border-accent-solid aria-pressed:bg-accent-solid aria-pressed:text-on-accent"
    >
      {children}
    </button>
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
