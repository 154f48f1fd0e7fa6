import { Rss } from "lucide-react";
import { Link, useLoaderData } from "react-router";
import { formatDay, formatMonth } from "../formats/calendar-date.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { Page } from "../shell/page.tsx";
import { Badge } from "../ui/badge.tsx";
import { FilteredEmptyState } from "../ui/filtered-empty-state.tsx";
import { Article } from "./article.tsx";
import { FilterLinks } from "./filter-links.tsx";
import { PageHead } from "./page-head.tsx";
import { readChangelog } from "./written.server.tsx";
import { usePageSearch } from "../ui/use-page-search.ts";

export const meta = () => pageMeta({ title: "Changelog", description: "What changed in Weft, by month." });

export function loader() {
  return { entries: readChangelog() };
}

/** What changed, by month, newest first. */
export default function ChangelogPage() {
  const { entries } = useLoaderData<typeof loader>();
  const [params, setParams] = usePageSearch();
  const area = params.get("area");
  const shown = entries.filter(({ areas }) => area === null || areas.includes(area));
  const months = Map.groupBy(shown, ({ date }) => formatMonth(date));
  return (
    <Page>
      <div className="page flex flex-col gap-10 py-16">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <PageHead title="Changelog">What changed in Weft, and when.</PageHead>
          <a href="/rss.xml" className="link inline-flex min-h-6 items-center gap-1.5 text-sm">
            <Rss className="size-4" aria-hidden />
            Feed
          </a>
        </div>
        <FilterLinks label="Area" name="area" values={[...new Set(entries.flatMap(({ areas }) => areas))].toSorted()} />
        {shown.length === 0 && (
          <FilteredEmptyState onClear={() => setParams({}, { replace: true, preventScrollReset: true })} />
        )}
        {[...months].map(([month, list]) => (
          <section
            key={month}
            aria-label={month}
            className="grid gap-x-12 gap-y-6 border-t border-line pt-8 lg:grid-cols-[12rem_1fr]"
          >
            <h2 className="text-xl lg:sticky lg:top-24 lg:self-start">{month}</h2>
            <div className="flex flex-col gap-14">
              {list.map(({ id, href, title, date, areas, html }) => (
                <article key={id} id={id} className="flex flex-col gap-3">
                  <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
                    <time dateTime={date} className="mr-1">
                      {formatDay(date)}
                    </time>
                    {areas.map((name) => (
                      <Badge key={name}>{name}</Badge>
                    ))}
                  </p>
                  <h3 className="text-2xl">
                    <Link to={href} className="hover:text-accent">
                      {title}
                    </Link>
                  </h3>
                  <Article html={html} />
                </article>
              ))}
            </div>
          </section>
        ))}
      </div>
    </Page>
  );
}
