import { Link, useLoaderData } from "react-router";
import { pageMeta } from "../../shell/page-meta.ts";
import { Page } from "../../shell/page.tsx";
import { PageHead } from "../page-head.tsx";
import { comparisons } from "./comparisons.ts";

export const meta = () =>
  pageMeta({
    title: "Weft compared",
    description:
      "Weft next to Liveblocks, Hocuspocus, tldraw sync, Supabase Realtime and a server of your own: what each does better.",
  });

export function loader() {
  return { comparisons: comparisons.map(({ slug, name, title, lead }) => ({ slug, name, title, lead })) };
}

/** Every comparison. */
export default function CompareListPage() {
  const { comparisons: listed } = useLoaderData<typeof loader>();
  return (
    <Page>
      <div className="page flex flex-col gap-12 py-16">
        <PageHead title="Weft compared">
          <p>What others do better, what Weft does better, and when to choose which. With sources.</p>
        </PageHead>
        <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3 lg:gap-5">
          {listed.map(({ slug, title, lead }) => (
            <li
              key={slug}
              className="relative flex flex-col gap-2 rounded-lg border border-line bg-surface p-6 transition-colors duration-(--quick) hover:border-line-control has-focus-visible:border-accent"
            >
              <h2 className="text-xl">
                <Link to={`/compare/${slug}`} className="after:absolute after:inset-0">
                  {title}
                </Link>
              </h2>
              <p className="text-sm text-muted">{lead}</p>
            </li>
          ))}
        </ul>
      </div>
    </Page>
  );
}
