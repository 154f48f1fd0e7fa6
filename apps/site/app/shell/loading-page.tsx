import { Mark } from "../ui/mark.tsx";
import { SkeletonLines } from "../ui/skeleton-lines.tsx";
import { Page } from "./page.tsx";

/**
 * Shown at every app address until the scripts of its page have loaded, and permanently in browsers without scripts.
 */
export function LoadingPage() {
  return (
    <>
      <header data-app-bar className="border-b border-line bg-canvas">
        <div className="flex h-(--header-height) items-center px-4 sm:px-5.5">
          <Mark className="h-5 w-auto text-ink" />
        </div>
      </header>
      <Page footer={false}>
        <noscript>
          <style>{".loading { display: none }"}</style>
          <div className="mx-auto flex max-w-xl flex-col gap-3 px-4 py-16">
            <h1 className="text-2xl">Turn on JavaScript to continue</h1>
            <p className="text-muted">
              Signing in and the dashboard need JavaScript. The{" "}
              <a href="/docs" className="link">
                documentation
              </a>{" "}
              can be read without it.
            </p>
          </div>
        </noscript>
        <div className="loading px-4 py-12 sm:px-8">
          <SkeletonLines />
        </div>
      </Page>
    </>
  );
}
