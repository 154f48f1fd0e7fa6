import { Link, useLoaderData } from "react-router";
import type { LoaderFunctionArgs, MetaArgs } from "react-router";
import { formatDay } from "../formats/calendar-date.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { Page } from "../shell/page.tsx";
import { Badge } from "../ui/badge.tsx";
import { Article } from "./article.tsx";
import { readChangelog } from "./written.server.tsx";

export function loader({ params }: LoaderFunctionArgs) {
  const entry = readChangelog().find(({ id }) => id === params["id"]);
  if (!entry) throw new Response(null, { status: 404 });
  return entry;
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageMeta(loaderData ? { title: loaderData.title, description: loaderData.summary } : { title: "Changelog" });

/** One entry, at an address that stays. */
export default function ChangelogEntryPage() {
  const { title, date, areas, html } = useLoaderData<typeof loader>();
  return (
    <Page>
      <article className="page py-16">
        <div className="mx-auto max-w-[42rem]">
          <Link to="/changelog" className="link text-sm">
            Changelog
          </Link>
          <header className="mt-6 mb-10 flex flex-col gap-4">
            <h1 className="text-4xl">{title}</h1>
            <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
              <time dateTime={date} className="mr-1">
                {formatDay(date)}
              </time>
              {areas.map((name) => (
                <Badge key={name}>{name}</Badge>
              ))}
            </p>
          </header>
          <Article html={html} />
        </div>
      </article>
    </Page>
  );
}
