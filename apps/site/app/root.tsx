import textFace from "@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url";
import headingFace from "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url";
import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from "react-router";
import { createQueryClient } from "./api/query-client.ts";
import { FailurePage } from "./shell/failure-page.tsx";
import { Page } from "./shell/page.tsx";
import { pageMeta } from "./shell/page-meta.ts";
import { Shell } from "./shell/shell.tsx";
import { themeScript } from "./theme/theme.ts";
import { SkeletonLines } from "./ui/skeleton-lines.tsx";
import styles from "./ui/app.css?url";

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
        <link rel="preload" href={headingFace} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="stylesheet" href={styles} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        <Links />
      </head>
      <body>
        <Frame>{children}</Frame>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** What the one page for all app addresses shows until its route is there. */
export function HydrateFallback() {
  return (
    <Page footer={false}>
      <div className="page py-12">
        <SkeletonLines />
      </div>
    </Page>
  );
}

export function ErrorBoundary() {
  return <FailurePage error={useRouteError()} />;
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
