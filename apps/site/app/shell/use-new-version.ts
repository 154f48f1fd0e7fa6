import { useEffect, useRef, useState } from "react";
import { request } from "../api/request.ts";

const everyMs = 300_000;

/** The build that a page is of, as its list of routes says. */
interface Manifest {
  readonly version?: string;
}

/** Whether the server serves a newer build than the page is of. Unknown builds are no reason to say so. */
export function isOtherBuild(page: string | undefined, server: string | null): boolean {
  return page !== undefined && server !== null && page !== server;
}

/** True once the server serves another build: it is asked when it answers again, and every few minutes while the page is shown. */
export function useNewVersion(reachable: boolean): boolean {
  const [isNew, setIsNew] = useState(false);
  const wasReachable = useRef(true);
  useEffect(() => {
    const page = (window as { readonly __reactRouterManifest?: Manifest }).__reactRouterManifest?.version;
    if (!reachable) {
      wasReachable.current = false;
      return;
    }
    if (isNew || page === undefined) return;
    const check = () => {
      if (document.visibilityState === "hidden") return;
      request("GET /internal/config").then(
        ({ siteBuild }) => setIsNew(isOtherBuild(page, siteBuild)),
        () => undefined,
      );
    };
    if (!wasReachable.current) check();
    wasReachable.current = true;
    const timer = setInterval(check, everyMs);
    return () => clearInterval(timer);
  }, [reachable, isNew]);
  return isNew;
}
