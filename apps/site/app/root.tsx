import textFace from "@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url";
import headingFace from "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url";
import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useRouteError } from "react-router";
import { createQueryClient } from "./api/query-client.ts";
import { FailurePage } from "./shell/failure-page.tsx";
import { Header } from "./shell/header.tsx";
import { LoadingPage } from "./shell/loading-page.tsx";
import { pageMeta } from "./shell/page-meta.ts";
import { Shell } from "./shell/shell.tsx";
import { StatusBanners } from "./shell/status-banners.tsx";
import { themeScript } from "./theme/theme.ts";
import styles from "./ui/app.css?url";

// The content policy forbids code from text, and zod would try whether it may: set before any schema is made.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** Of pages that say nothing of themselves. */
export const meta = () => pageMeta({ title: "Weft" });

/** The HTML around every page. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    // The theme script has put a class on it before React comes.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
        <link rel="preload" href={textFace} as="font" type="font/woff2" crossOrigin="anonymous" />
        {/* In built pages: where the page is drawn by scripts, it would come too late, or for a page without such headings. */}
        {import.meta.env.SSR && (
          <link rel="preload" href={headingFace} as="font" type="font/woff2" crossOrigin="anonymous" />
        )}
        <link rel="stylesheet" href={styles} />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <Meta />
        <Links />
      </head>
      <body>
        <noscript>
          <p className="border-b border-warning-line bg-warning-soft text-sm text-warning">
            <span className="page block py-2">
              This site needs JavaScript for sign-in, the dashboard and live demos. You can read the documentation
              without it.
            </span>
          </p>
        </noscript>
        <Frame>{children}</Frame>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  const { pathname } = useLocation();
  // The dashboard has a bar of its own.
  if (pathname === "/dashboard" || pathname.startsWith("/dashboard/")) return <Outlet />;
  return (
    <>
      <SiteHeader />
      <Outlet />
    </>
  );
}

/** What the one page for all app addresses shows until its route has loaded. */
export function HydrateFallback() {
  return <LoadingPage />;
}

export function ErrorBoundary() {
  return (
    <>
      <SiteHeader />
      <FailurePage error={useRouteError()} />
    </>
  );
}

function SiteHeader() {
  return (
    <>
      <Header />
      <StatusBanners />
    </>
  );
}

// Around fallbacks and failures too, so that the shell is there in all three.
function Frame({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <Shell>{children}</Shell>
    </QueryClientProvider>
  );
}
