import "../article/article.css";
import "../article/reference.css";
import "./frame.css";
import { useMemo } from "react";
import { Outlet, useLocation, useRouteLoaderData } from "react-router";
import { Footer } from "../../shell/footer.tsx";
import { useProvideSideNavigation } from "../../shell/side-navigation.ts";
import { DocsTree } from "./docs-tree.tsx";
import { entriesOf, noEntries } from "./entries-of.ts";
import type { loader } from "./docs-page.tsx";
import { plainPath } from "./plain-path.ts";

/** The frame around every page of the documentation: the sidebar on the left persists across navigation. */
export default function DocsLayout() {
  const current = plainPath(useLocation().pathname);
  const frame = useRouteLoaderData<typeof loader>("docs-page")?.frame;
  const headings = frame !== undefined && frame.route === current ? entriesOf(frame) : noEntries;
  useProvideSideNavigation(useMemo(() => <DocsTree current={current} entries={headings} />, [current, headings]));
  return (
    <>
      <div className="page lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)] lg:gap-x-10 xl:gap-x-14">
        <div className="docs-side hidden lg:block">
          <DocsTree current={current} entries={headings} />
        </div>
        <main id="main" tabIndex={-1} className="min-h-[70dvh] pt-8 pb-20 lg:pt-10">
          <Outlet />
        </main>
      </div>
      <Footer />
    </>
  );
}
