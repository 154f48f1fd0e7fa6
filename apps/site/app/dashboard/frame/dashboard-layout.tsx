import { clsx } from "clsx";
import { useCallback, useMemo, useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { useMe } from "../../api/use-me.ts";
import { AddressDialogs } from "../../forms/address-dialogs.tsx";
import { Page } from "../../shell/page.tsx";
import { pageMeta } from "../../shell/page-meta.ts";
import { useProvideSideNavigation } from "../../shell/side-navigation.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonLines } from "../../ui/skeleton-lines.tsx";
import { useDisplay } from "../account/use-display.ts";
import { DashboardBar } from "./dashboard-bar.tsx";
import { placeOf } from "./place.ts";
import { SideMenu } from "./side-menu.tsx";
import { TeamGate } from "./team-gate.tsx";
import { useDashboardKeys } from "./use-dashboard-keys.ts";
import { useReachedLimitOf } from "./use-reached-limit-of.ts";
import { useVisited } from "./use-visited.ts";

export const meta = () => pageMeta({ title: "Dashboard", indexed: false });

const foldedKey = "weft:navigation-folded";

/** What every dashboard page stands in: its one `main`, the breadcrumb above and the navigation beside it. */
export default function DashboardLayout() {
  const { pathname, search } = useLocation();
  const me = useMe();
  const place = useMemo(() => placeOf(pathname), [pathname]);
  const [folded, setFolded] = useState(() => readFolded());
  const toggle = useCallback(() => {
    setFolded((before) => {
      localStorage.setItem(foldedKey, before ? "no" : "yes");
      return !before;
    });
  }, []);
  const owner = "teamId" in place && me.data?.teams.find(({ id }) => id === place.teamId)?.role === "owner";
  const menu = useMemo(
    () => (place.kind === "elsewhere" ? null : <SideMenu place={place} owner={owner} />),
    [place, owner],
  );
  useProvideSideNavigation(menu);
  useDashboardKeys(place, me.data?.lastTeamId ?? undefined, toggle);
  useVisited(place);
  useReachedLimitOf(place);
  useDisplay(me.data?.preferences);

  const page =
    "teamId" in place ? (
      <TeamGate key={place.teamId} teamId={place.teamId}>
        <Outlet />
      </TeamGate>
    ) : (
      <Outlet />
    );
  if (me.data?.user === null) return <Navigate to={`/sign-in?next=${encodeURIComponent(pathname + search)}`} replace />;
  return (
    <>
      <DashboardBar />
      <div className={clsx("page flex gap-10", folded && "lg:gap-0")}>
        {menu && (
          <aside
            aria-label="Navigation"
            className={clsx(
              "sticky top-[calc(var(--header-height)+2.75rem)] hidden h-fit w-52 shrink-0 py-8",
              folded ? "" : "lg:block",
            )}
          >
            <div className="-ml-3">{menu}</div>
          </aside>
        )}
        <div className="min-w-0 flex-1">
          <Page footer={false} className="py-8">
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

function readFolded(): boolean {
  return typeof localStorage !== "undefined" && localStorage.getItem(foldedKey) === "yes";
}
