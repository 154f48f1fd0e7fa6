import { useEffect } from "react";

interface Manifest {
  readonly routes: Readonly<
    Record<string, { readonly module: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }>
  >;
}

interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** How long the page that is open has the network to itself. */
const quietMs = 4_000;

/** Fetches the scripts of the dashboard's other pages, one after another while the browser is idle, into its cache. */
export function usePrefetchedPages(): void {
  useEffect(() => {
    const { connection } = navigator as { readonly connection?: Connection };
    const manifest = (window as { readonly __reactRouterManifest?: Manifest }).__reactRouterManifest;
    if (manifest === undefined || connection?.saveData || /2g/u.test(connection?.effectiveType ?? "")) return;
    const files = filesOf(manifest).filter((file) => document.querySelector(`link[href="${file}"]`) === null);
    let over = false;
    const next = (): void => {
      const file = files.shift();
      if (file === undefined || over) return;
      const link = document.createElement("link");
      Object.assign(link, { rel: "prefetch", as: file.endsWith(".css") ? "style" : "script", href: file });
      link.addEventListener("load", whenIdle);
      document.head.append(link);
    };
    const whenIdle = () =>
      void (over || ("requestIdleCallback" in window ? requestIdleCallback(next) : setTimeout(next)));
    const timer = setTimeout(whenIdle, quietMs);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, []);
}

function filesOf({ routes }: Manifest): string[] {
  const pages = Object.entries(routes).filter(([id]) => id.startsWith("dashboard/"));
  return [...new Set(pages.flatMap(([, { module, imports = [], css = [] }]) => [module, ...imports, ...css]))];
}
