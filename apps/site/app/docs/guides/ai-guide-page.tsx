import { Suspense, useEffect, useMemo } from "react";
import { data, isRouteErrorResponse, useLoaderData, useRouteError } from "react-router";
import type { ClientLoaderFunctionArgs, MetaArgs } from "react-router";
import rehypeSlug from "rehype-slug";
import { RequestFailed } from "../../api/request-failed.ts";
import { request } from "../../api/request.ts";
import { useMe } from "../../api/use-me.ts";
import { pageMeta } from "../../shell/page-meta.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { SkeletonLines } from "../../ui/skeleton-lines.tsx";
import { Breadcrumb } from "../frame/breadcrumb.tsx";
import { FailureMessage } from "../frame/failure-message.tsx";
import { Helpful } from "../frame/helpful.tsx";
import { OnThisPage } from "../frame/on-this-page.tsx";
import { UpdatedAt } from "../frame/updated-at.tsx";
import { guideHeadings, withoutTitle } from "./guide-text.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";

// Fetched for staff.
const DeleteGuide = lazyPart(() => import("./delete-guide.tsx").then((m) => ({ default: m.DeleteGuide })));

const path = [{ title: "Guides", href: "/docs/guides" }] as const;
const plugins = [rehypeSlug];

/** A guide was created while the server ran, so no page of the build has it. */
export async function clientLoader({ params: { slug = "" }, request: { signal } }: ClientLoaderFunctionArgs) {
  try {
    return await request("GET /internal/ai-guides/{slug}", { path: { slug }, signal });
  } catch (error) {
    if (error instanceof RequestFailed && error.status === 404) throw data(null, { status: 404 });
    throw error;
  }
}

export function meta({ loaderData: guide }: MetaArgs<typeof clientLoader>) {
  if (guide === undefined) return pageMeta({ title: "Guide", indexed: false });
  const { title, description } = guide;
  return pageMeta({ title, ...(description !== "" && { description }) });
}

export function HydrateFallback() {
  return <SkeletonLines />;
}

/** A guide that staff created with the assistant. */
export default function AiGuidePage() {
  const { slug, title, markdown, createdAt } = useLoaderData<typeof clientLoader>();
  const { data: me } = useMe();
  const text = useMemo(() => withoutTitle(markdown, title), [markdown, title]);
  const headings = useMemo(() => guideHeadings(text), [text]);
  // React has put the same description into the head.
  useEffect(() => document.head.querySelectorAll("[data-from-server]").forEach((element) => element.remove()), []);
  return (
    <div className="xl:grid xl:grid-cols-[minmax(0,46rem)_13rem] xl:justify-between xl:gap-x-12">
      <article className="min-w-0" aria-labelledby="page-title">
        <Breadcrumb path={path} />
        <h1 id="page-title" className="mt-3 mb-3 text-4xl wrap-anywhere">
          {title}
        </h1>
        <div className="mb-8 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line pb-4">
          <p className="text-sm text-muted">Written with AI and checked by our team</p>
          <div className="flex items-center gap-1">
            <CopyButton text={`# ${title}\n\n${text}`} name="Copy page" label="Copy page" />
            {me?.user?.isStaff && (
              <Suspense>
                <DeleteGuide slug={slug} title={title} />
              </Suspense>
            )}
          </div>
        </div>
        <Markdown className="article" rehypePlugins={plugins} coloured>
          {text}
        </Markdown>
        <footer className="mt-14 flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6">
          <Helpful key={slug} />
          <UpdatedAt at={createdAt} />
        </footer>
      </article>
      <div className="docs-rail hidden xl:block">
        <OnThisPage key={slug} headings={headings} />
      </div>
    </div>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  return <FailureMessage isMissing={isRouteErrorResponse(error) && error.status === 404} />;
}
