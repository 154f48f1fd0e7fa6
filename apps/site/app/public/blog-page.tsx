import { Link, useLoaderData } from "react-router";
import { formatDay } from "../formats/calendar-date.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { Page } from "../shell/page.tsx";
import { FilteredEmptyState } from "../ui/filtered-empty-state.tsx";
import { FilterLinks } from "./filter-links.tsx";
import { PageHead } from "./page-head.tsx";
import { readPosts } from "./written.server.tsx";
import { usePageSearch } from "../ui/use-page-search.ts";

export const meta = () => pageMeta({ title: "Blog", description: "How Weft is built, and why it is built that way." });

export function loader() {
  return { posts: readPosts() };
}

/** Every post, newest first, by tag and category. */
export default function BlogPage() {
  const { posts } = useLoaderData<typeof loader>();
  const [params, setParams] = usePageSearch();
  const tag = params.get("tag");
  const category = params.get("category");
  const shown = posts.filter(
    (post) => (tag === null || post.tags.includes(tag)) && (category === null || post.category === category),
  );
  return (
    <Page>
      <div className="page flex flex-col gap-10 py-16">
        <PageHead title="Blog">How Weft is built, and why it is built that way.</PageHead>
        <div className="flex flex-col gap-3">
          <FilterLinks label="Category" name="category" values={distinct(posts.map((post) => post.category))} />
          <FilterLinks label="Tag" name="tag" values={distinct(posts.flatMap((post) => post.tags))} />
        </div>
        {shown.length === 0 ? (
          <FilteredEmptyState onClear={() => setParams({}, { replace: true, preventScrollReset: true })} />
        ) : (
          <ul className="flex max-w-3xl flex-col divide-y divide-line border-y border-line">
            {shown.map((post) => (
              <li key={post.slug}>
                <article className="group relative flex flex-col gap-2 py-8">
                  <p className="flex flex-wrap gap-x-3 text-sm text-muted">
                    <time dateTime={post.date}>{formatDay(post.date)}</time>
                    <span>{post.category}</span>
                  </p>
                  <h2 className="text-2xl">
                    <Link to={post.href} className="after:absolute after:inset-0 group-hover:text-accent">
                      {post.title}
                    </Link>
                  </h2>
                  <p className="text-muted">{post.excerpt}</p>
                </article>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Page>
  );
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted();
}
