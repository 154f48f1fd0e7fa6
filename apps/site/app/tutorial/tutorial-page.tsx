import "../docs/article/article.css";
import "../docs/frame/frame.css";
import { Suspense, useEffect, useMemo, useState } from "react";
import { data, isRouteErrorResponse, useLoaderData, useRouteError } from "react-router";
import type {
  ClientLoaderFunctionArgs,
  LoaderFunctionArgs,
  MetaArgs,
  ShouldRevalidateFunctionArgs,
} from "react-router";
import { Article } from "../docs/article/article.tsx";
import { drawnArticles } from "../docs/article/drawn-articles.ts";
import { fetchArticle } from "../docs/article/fetch-article.ts";
import { renderArticle } from "../docs/article/render-article.server.tsx";
import { Breadcrumb } from "../docs/frame/breadcrumb.tsx";
import { DocsTree } from "../docs/frame/docs-tree.tsx";
import { FailureMessage } from "../docs/frame/failure-message.tsx";
import { findFrame } from "../docs/frame/find-frame.server.ts";
import { Helpful } from "../docs/frame/helpful.tsx";
import { PageActions } from "../docs/frame/page-actions.tsx";
import { plainPath } from "../docs/frame/plain-path.ts";
import { PageSteps } from "../docs/frame/page-steps.tsx";
import { UpdatedAt } from "../docs/frame/updated-at.tsx";
import { pageMeta } from "../shell/page-meta.ts";
import { Page } from "../shell/page.tsx";
import { useProvideSideNavigation } from "../shell/side-navigation.ts";
import { chapterHref, chapters } from "./chapters.ts";
import type { Chapter } from "./chapters.ts";
import { ChapterMenu } from "./chapter-menu.tsx";
import type { ChapterLink } from "./chapter-menu.tsx";
import { firstFile } from "./file-order.ts";
import { readProgram } from "./read-program.server.ts";
import { lazyPart } from "../ui/lazy-part.tsx";

const Workspace = lazyPart(() => import("./workspace.tsx").then((module) => ({ default: module.Workspace })));

/** Runs when the site is built. The text is only in the HTML; the program is data, which the editor starts with. */
export async function loader({ request, params: { chapter: slug = "" } }: LoaderFunctionArgs) {
  const route = plainPath(new URL(request.url).pathname.replace(/\.data$/u, ""));
  const found = findFrame(route);
  const program = readProgram(slug);
  if (found === undefined || "movedTo" in found || program === undefined) throw data(null, { status: 404 });
  drawnArticles.set(route, await renderArticle(route));
  return {
    frame: found.frame,
    slug,
    program,
    opens: firstFile(program),
    chapters: chapters.map(linkTo),
    html: undefined,
  };
}

function linkTo({ slug }: Chapter): ChapterLink {
  const href = chapterHref(slug);
  const found = findFrame(href);
  if (found === undefined || "movedTo" in found) throw new Error(`The tutorial has no page for its chapter ${slug}.`);
  return { slug, href, title: found.frame.title };
}

/** Runs in a browser that comes from another page: fetches the text out of that page's HTML. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const route = plainPath(new URL(request.url).pathname);
  const [known, html] = await Promise.all([serverLoader<typeof loader>(), fetchArticle(route, request.signal)]).catch(
    (error: unknown) => {
      if (request.signal.aborted || error instanceof Response) throw error;
      throw data(null, { status: 404 });
    },
  );
  return { ...known, html };
}

/** Navigating to a heading stays on the page. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;
}

export function meta({ loaderData }: MetaArgs<typeof loader>) {
  if (loaderData === undefined) return pageMeta({ title: "Tutorial", indexed: false });
  const { route, title, description } = loaderData.frame;
  return [
    ...pageMeta({ title: `${title}: tutorial`, description }),
    { tagName: "link", rel: "alternate", type: "text/markdown", href: `${route}.md` },
  ];
}

/** A chapter: the text, with the workspace beside it. */
export default function TutorialPage() {
  const { frame, slug, program, opens, chapters: links, html } = useLoaderData<typeof loader | typeof clientLoader>();
  const { route, title, path, next, updatedAt } = frame;
  useProvideSideNavigation(useMemo(() => <DocsTree current={route} />, [route]));
  const [awake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  const begins = <Beginning file={opens} text={program.start[opens] ?? ""} />;
  return (
    <Page>
      <div data-wide-page className="w-full lg:grid lg:grid-cols-[minmax(21rem,30rem)_minmax(0,1fr)]">
        <div className="min-w-0 px-[clamp(1rem,4vw,2.5rem)] pt-6 pb-10 lg:pr-8 lg:pb-14">
          <ChapterMenu slug={slug} chapters={links} />
          <article aria-labelledby="page-title" className="mt-8">
            <Breadcrumb path={path} />
            <h1 id="page-title" className="mt-3 mb-6 text-3xl">
              {title}
            </h1>
            <Article key={route} route={route} html={html} />
          </article>
        </div>
        <section
          aria-label="Workspace"
          className="flex min-w-0 flex-col border-line max-lg:border-y lg:sticky lg:top-(--header-height) lg:row-span-2 lg:h-[calc(100dvh-var(--header-height))] lg:self-start lg:border-l"
        >
          {awake ? (
            <Suspense fallback={begins}>
              <Workspace key={slug} slug={slug} program={program} opens={opens} next={next} />
            </Suspense>
          ) : (
            begins
          )}
        </section>
        <footer className="px-[clamp(1rem,4vw,2.5rem)] pt-8 pb-14 lg:pr-8">
          <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6">
            <Helpful key={route} />
            <UpdatedAt at={updatedAt} />
            <PageActions route={route} title={frame.title} />
          </div>
          <PageSteps frame={frame} />
        </footer>
      </div>
    </Page>
  );
}

/** Shown in place of the editor until it has loaded, and where scripts are disabled. */
function Beginning({ file, text }: { file: string; text: string }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <p className="flex h-9 shrink-0 items-center border-b border-line px-3 font-mono text-xs text-muted">{file}</p>
      <pre tabIndex={0} className="min-h-96 flex-1 overflow-auto py-3 pl-14 text-[0.8125rem] leading-[1.65]">
        <code>{text}</code>
      </pre>
    </div>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  return <FailureMessage isMissing={isRouteErrorResponse(error) && error.status === 404} />;
}
