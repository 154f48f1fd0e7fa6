import { Link } from "react-router";
import { useSiteConfig } from "../api/use-site-config.ts";
import { Wordmark } from "../ui/wordmark.tsx";
import { WovenThread } from "../ui/woven-thread.tsx";

const columns = [
  {
    title: "Build",
    links: [
      { to: "/docs", label: "Documentation" },
      { to: "/docs/api-reference", label: "API reference" },
      { to: "/docs/guides", label: "Guides" },
      { to: "/examples", label: "Examples" },
    ],
  },
  {
    title: "Product",
    links: [
      { to: "/docs/concepts/coming-from-liveblocks", label: "Coming from Liveblocks" },
      { to: "/pricing", label: "Pricing" },
      { to: "/changelog", label: "Changelog" },
      { to: "/blog", label: "Blog" },
      { to: "/status", label: "Status" },
      { to: "/dashboard", label: "Dashboard" },
    ],
  },
  {
    title: "Compare",
    links: [
      { to: "/compare/liveblocks", label: "Liveblocks" },
      { to: "/compare/liveblocks-dev-server", label: "Liveblocks dev server" },
      { to: "/compare/hocuspocus", label: "Hocuspocus" },
      { to: "/compare/tldraw-sync", label: "tldraw sync" },
      { to: "/compare/supabase-realtime", label: "Supabase Realtime" },
      { to: "/compare/own-server", label: "Your own server" },
    ],
  },
  {
    title: "Help",
    links: [
      { to: "/support", label: "Support" },
      { to: "/contact", label: "Contact" },
      { to: "/legal/terms", label: "Terms" },
      { to: "/legal/privacy", label: "Privacy" },
    ],
  },
] as const;

/** The foot of content pages. */
export function Footer() {
  const { data: config } = useSiteConfig();
  return (
    <footer className="mt-24 border-t border-line">
      <div className="page grid gap-x-8 gap-y-12 py-16 sm:max-lg:grid-cols-2 lg:grid-cols-[1.6fr_repeat(4,1fr)]">
        <div className="flex flex-col items-start gap-4">
          <Wordmark />
          <p className="max-w-xs text-sm text-muted">
            Real-time collaboration you host yourself. Open source under Apache-2.0.
          </p>
          <WovenThread className="mt-2 h-6 w-40 text-line-strong" />
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="font-sans text-sm font-medium tracking-normal">{title}</h2>
            <ul className="mt-3 flex flex-col gap-1">
              {title === "Build" && config?.repositoryUrl && (
                <li className="order-last">
                  <a
                    href={config.repositoryUrl}
                    rel="noreferrer"
                    className="inline-flex min-h-7 items-center text-sm text-muted transition-colors duration-(--quick) hover:text-ink"
                  >
                    Source code
                  </a>
                </li>
              )}
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link
                    to={to}
                    // The operator may have terms of their own, to which the server leads.
                    reloadDocument={to.startsWith("/legal/")}
                    className="inline-flex min-h-7 items-center text-sm text-muted transition-colors duration-(--quick) hover:text-ink"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}
