import { clsx } from "clsx";
import { useCallback, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { Navigate, Outlet, useLocation, useRouteError } from "react-router";
import { useMe, wasSignedIn } from "../../api/use-me.ts";
import { AddressDialogs } from "../../forms/address-dialogs.tsx";
import { isModuleFailure } from "../../shell/module-failure.ts";
import { ModuleFailurePage } from "../../shell/module-failure-page.tsx";
import { Page } from "../../shell/page.tsx";
import { pageMeta } from "../../shell/page-meta.ts";
import { StatusBanners } from "../../shell/status-banners.tsx";
import { readItem, storeItem } from "../../storage/browser-storage.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonLines } from "../../ui/skeleton-lines.tsx";
import { useDisplay } from "../account/use-display.ts";
import { ProjectFrame } from "../project/project-frame.tsx";
import { TeamFrame } from "../team/team-frame.tsx";
import { AppBar } from "./app-bar.tsx";
import { placeOf } from "./place.ts";
import { SideMenu } from "./side-menu.tsx";
import { TeamGate } from "./team-gate.tsx";
import { useDashboardKeys } from "./use-dashboard-keys.ts";
import { useEarlyQueries } from "./use-early-queries.ts";
import { usePrefetchedPages } from "./use-prefetched-pages.ts";
import { useReachedLimitOf } from "./use-reached-limit-of.ts";
import { useVisited } from "./use-visited.ts";

export const meta = () => pageMeta({ title: "Dashboard", indexed: false });

const foldedKey = "weft:navigation-folded";

export default function DashboardLayout() {
  return (
    <DashboardFrame>
      <Outlet />
    </DashboardFrame>
  );
}

/** A page whose script did not come leaves the bar and the navigation in place. */
export function ErrorBoundary() {
  const error = useRouteError();
  if (!isModuleFailure(error)) throw error;
  return (
    <DashboardFrame>
      <ModuleFailurePage />
    </DashboardFrame>
  );
}

/** The frame of every dashboard page: the bar above, the navigation on the left, and the page's one `main`. */
function DashboardFrame({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const me = useMe();
  const place = useMemo(() => placeOf(pathname), [pathname]);
  const [folded, setFolded] = useState(() => readItem(foldedKey) === "yes");
  const toggle = useCallback(() => {
    setFolded((before) => {
      storeItem(foldedKey, before ? "no" : "yes");
      return !before;
    });
  }, []);
  const owner = "teamId" in place && me.data?.teams.find(({ id }) => id === place.teamId)?.role === "owner";
  const menu = useMemo(
    () => (place.kind === "elsewhere" ? null : <SideMenu place={place} owner={owner} />),
    [place, owner],
  );
  useDashboardKeys(place, me.data?.lastTeamId ?? undefined, toggle);
  useVisited(place);
  usePrefetchedPages();
  useReachedLimitOf(place);
  useEarlyQueries(place, me.data === undefined ? wasSignedIn() : me.data.user !== null);
  useDisplay(me.data?.preferences);

  const page =
    place.kind === "project" ? (
      <TeamGate key={place.teamId} teamId={place.teamId}>
        <ProjectFrame key={place.projectId} teamId={place.teamId} projectId={place.projectId}>
          {children}
        </ProjectFrame>
      </TeamGate>
    ) : place.kind === "team" ? (
      <TeamGate key={place.teamId} teamId={place.teamId}>
        <TeamFrame teamId={place.teamId}>{children}</TeamFrame>
      </TeamGate>
    ) : (
      children
    );
  if (me.data?.user === null) return <Navigate to={`/sign-in?next=${encodeURIComponent(pathname + search)}`} replace />;
  return (
    <>
      <AppBar menu={menu} />
      <StatusBanners />
      <div className="flex">
        {menu && (
          <aside
            aria-label="Navigation"
            className={clsx(
              "sticky top-[calc(var(--header-height)+1px)] hidden h-[calc(100dvh-var(--header-height)-1px)] w-56 shrink-0 overflow-y-auto overscroll-contain border-r border-line p-3",
              folded ? "" : "lg:block",
            )}
          >
            {menu}
          </aside>
        )}
        <div className="min-w-0 flex-1">
          <Page footer={false} className="px-4 py-6 sm:px-6 lg:px-8 lg:py-8">
            {me.data ? (
              page
            ) : me.isError ? (
              <ErrorState error={me.error} onRetry={() => void me.refetch()} retrying={me.isFetching} />
            ) : (
              <SkeletonLines lines={6} />
            )}
          </Page>
        </div>
      </div>
      <AddressDialogs teamId={"teamId" in place ? place.teamId : undefined} />
    </>
  );
}
