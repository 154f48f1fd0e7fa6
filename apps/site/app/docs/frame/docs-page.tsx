import { data, isRouteErrorResponse, redirect, useLoaderData, useRouteError } from "react-router";
import type {
  ClientLoaderFunctionArgs,
  LoaderFunctionArgs,
  MetaArgs,
  ShouldRevalidateFunctionArgs,
} from "react-router";
import { clsx } from "clsx";
import { ContentsFold } from "./contents-fold.tsx";
import { FailureMessage } from "./failure-message.tsx";
import { pageMeta } from "../../shell/page-meta.ts";
import { Article } from "../article/article.tsx";
import { drawnArticles } from "../article/drawn-articles.ts";
import { fetchArticle } from "../article/fetch-article.ts";
import { renderArticle } from "../article/render-article.server.tsx";
import { findFrame } from "./find-frame.server.ts";
import { Breadcrumb } from "./breadcrumb.tsx";
import { FrameworkPicker } from "./framework-picker.tsx";
import { Helpful } from "./helpful.tsx";
import { OnThisPage } from "./on-this-page.tsx";
import { PageActions } from "./page-actions.tsx";
import { PageSteps } from "./page-steps.tsx";
import { plainPath } from "./plain-path.ts";
import { Step } from "./step.tsx";
import { UpdatedAt } from "./updated-at.tsx";

/** Runs when the site is built. The text goes into the HTML alone, so it is in no data. */
export async function loader({ request }: LoaderFunctionArgs) {
  const route = plainPath(new URL(request.url).pathname.replace(/\.data$/u, ""));
  const found = findFrame(route);
  if (found === undefined) throw data(null, { status: 404 });
  if ("movedTo" in found) throw redirect(found.movedTo, 301);
  drawnArticles.set(route, await renderArticle(route));
  return { frame: found.frame, html: undefined };
}

/** Runs in a browser that comes from another page: fetches the text out of that page's HTML. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const route = plainPath(new URL(request.url).pathname);
  const [{ frame }, html] = await Promise.all([
    serverLoader<typeof loader>(),
    fetchArticle(route, request.signal),
  ]).catch((error: unknown) => {
    if (request.signal.aborted || error instanceof Response) throw error;
    throw data(null, { status: 404 });
  });
  return { frame, html };
}

/** A step to a heading, or a filter, keeps the page. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;
}

export function meta({ loaderData }: MetaArgs<typeof loader>) {
  if (loaderData === undefined) return pageMeta({ title: "Documentation", indexed: false });
  const { route, title, description } = loaderData.frame;
  return [
    ...pageMeta({ title, description }),
    { tagName: "link", rel: "alternate", type: "text/markdown", href: `${route}.md` },
  ];
}

export default function DocsPage() {
  const { frame, html } = useLoaderData<typeof loader | typeof clientLoader>();
  const { route, title, path, headings, related, updatedAt, wide, variants } = frame;
  return (
    <div className={wide ? undefined : "xl:grid xl:grid-cols-[minmax(0,46rem)_13rem] xl:justify-between xl:gap-x-12"}>
      <article className="min-w-0" aria-labelledby="page-title">
        <Breadcrumb path={path} />
        <h1 id="page-title" className="mt-3 mb-6 text-4xl">
          {title}
        </h1>
        {variants && <FrameworkPicker variants={variants} route={route} />}
        {!wide && (
          <div className="mb-6 xl:hidden">
            <ContentsFold key={route} headings={headings} />
          </div>
        )}
        <Article key={route} route={route} html={html} />
        {related.length > 0 && (
          <section aria-labelledby="related" className="mt-14">
            <h2 id="related" className="text-lg">
              Related
            </h2>
            <ul className="mt-3 flex flex-col gap-1.5">
              {related.map((page) => (
                <li key={page.href}>
                  <Step to={page.href} className="link">
                    {page.title}
                  </Step>
                </li>
              ))}
            </ul>
          </section>
        )}
        <footer className="mt-14 border-t border-line pt-6">
          <div className={clsx("mb-4 flex flex-wrap gap-x-4 gap-y-1", !wide && "xl:hidden")}>
            <PageActions route={route} title={title} />
          </div>
          <div className="flex flex-wrap items-center justify-between gap-4">
            <Helpful key={route} />
            <UpdatedAt at={updatedAt} />
          </div>
          <PageSteps frame={frame} />
        </footer>
      </article>
      <div className={clsx("docs-rail hidden", !wide && "xl:block")}>
        <OnThisPage key={route} headings={headings} />
        <div className="mt-5 flex flex-col items-start gap-1 border-t border-line pt-4">
          <PageActions route={route} title={title} />
        </div>
      </div>
    </div>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  return <FailureMessage isMissing={isRouteErrorResponse(error) && error.status === 404} />;
}
