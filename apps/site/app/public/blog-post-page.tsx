import { Link, useLoaderData } from "react-router";
import type { LoaderFunctionArgs, MetaArgs } from "react-router";
import { pageMeta } from "../shell/page-meta.ts";
import { WrittenPage } from "./written-page.tsx";
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
  const about = (
    <>
      <span>{category}</span>
      {tags.map((tag) => (
        <Link key={tag} to={`/blog?tag=${encodeURIComponent(tag)}`} className="link">
          {tag}
        </Link>
      ))}
    </>
  );
  return (
    <WrittenPage
      list={{ to: "/blog", label: "Blog" }}
      title={title}
      excerpt={excerpt}
      date={date}
      about={about}
      html={html}
    />
  );
}
