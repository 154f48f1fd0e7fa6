import { Link, useLoaderData } from "react-router";
import type { LoaderFunctionArgs, MetaArgs } from "react-router";
import { formatDay } from "../formats/calendar-date.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { Page } from "../shell/page.tsx";
import { Article } from "./article.tsx";
import { readPost } from "./written.server.tsx";

export function loader({ params }: LoaderFunctionArgs) {
  const post = readPost(params["slug"] ?? "");
  if (!post) throw new Response(null, { status: 404 });
  return post;
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageMeta(loaderData ? { title: loaderData.title, description: loaderData.excerpt } : { title: "Blog" });

/** One post. */
export default function BlogPostPage() {
  const { title, excerpt, date, category, tags, html } = useLoaderData<typeof loader>();
  return (
    <Page>
      <article className="page py-16">
        <div className="mx-auto max-w-[42rem]">
          <Link to="/blog" className="link text-sm">
            Blog
          </Link>
          <header className="mt-6 mb-12 flex flex-col gap-5">
            <h1 className="text-5xl">{title}</h1>
            <p className="text-xl text-muted">{excerpt}</p>
            <p className="flex flex-wrap gap-x-3 text-sm text-muted">
              <time dateTime={date}>{formatDay(date)}</time>
              <span>{category}</span>
              {tags.map((tag) => (
                <Link key={tag} to={`/blog?tag=${encodeURIComponent(tag)}`} className="link">
                  {tag}
                </Link>
              ))}
            </p>
          </header>
          <Article html={html} />
        </div>
      </article>
    </Page>
  );
}
