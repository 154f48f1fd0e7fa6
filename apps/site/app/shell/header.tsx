import { Menu as MenuIcon, MessageSquare, Sparkles } from "lucide-react";
import { Suspense, useState } from "react";
import { Link, useLocation } from "react-router";
import { toggleAssistant, usePanelState } from "../assistant/panel/panel-state.ts";
import { useMe } from "../api/use-me.ts";
import { useSiteConfig } from "../api/use-site-config.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Wordmark } from "../ui/wordmark.tsx";
import { AccountArea } from "./account-area.tsx";
import { openFeedback } from "./dialogs.ts";
import { currentPrimaryLink, primaryLinks } from "./primary-links.ts";
import { SearchButton } from "./search-button.tsx";
import { ThemeButton } from "./theme-button.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";

const MobileDrawer = lazyPart(() => import("./mobile-drawer.tsx").then((m) => ({ default: m.MobileDrawer })));

/** The head of every page. */
export function Header() {
  const { pathname } = useLocation();
  const { data: me } = useMe();
  const { data: config } = useSiteConfig();
  const { open: assistantOpen } = usePanelState();
  const [drawer, setDrawer] = useState<"never" | "open" | "closed">("never");
  const current = currentPrimaryLink(pathname);
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-canvas">
      <div className="page flex h-(--header-height) items-center gap-1 sm:gap-2">
        <IconButton
          name="Open navigation"
          className="-ml-2 lg:hidden"
          aria-haspopup="dialog"
          onClick={() => setDrawer("open")}
        >
          <MenuIcon className="size-5" aria-hidden />
        </IconButton>
        <Link
          to={me?.user ? "/dashboard" : "/"}
          aria-label="Weft"
          className="inline-flex h-9 items-center rounded-sm sm:mr-5"
        >
          <Wordmark />
        </Link>
        <nav aria-label="Primary" className="hidden lg:block">
          <ul className="flex gap-1">
            {primaryLinks.map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  aria-current={current === to ? "page" : undefined}
                  className="inline-flex h-9 items-center rounded-md px-3 text-sm text-muted transition-colors duration-(--quick) hover:text-ink aria-[current]:text-ink"
                >
                  {label}
                </Link>
              </li>
            ))}
            <li className="hidden xl:block">
              <Link
                to="/docs/concepts/coming-from-liveblocks"
                className="inline-flex h-9 items-center rounded-md px-3 text-sm text-muted transition-colors duration-(--quick) hover:text-ink"
              >
                From Liveblocks
              </Link>
            </li>
            {config?.repositoryUrl && (
              <li className="hidden xl:block">
                <a
                  href={config.repositoryUrl}
                  rel="noreferrer"
                  className="inline-flex h-9 items-center rounded-md px-3 text-sm text-muted transition-colors duration-(--quick) hover:text-ink"
                >
                  Source
                </a>
              </li>
            )}
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-0.5 sm:gap-1">
          <SearchButton className="h-9 w-52 pl-3" />
          <IconButton name="AI assistant" aria-expanded={assistantOpen} onClick={toggleAssistant}>
            <Sparkles className="size-[1.125rem]" aria-hidden />
          </IconButton>
          <IconButton name="Feedback" className="max-sm:hidden" aria-haspopup="dialog" onClick={openFeedback}>
            <MessageSquare className="size-[1.125rem]" aria-hidden />
          </IconButton>
          <ThemeButton />
          <AccountArea />
        </div>
      </div>
      {drawer !== "never" && (
        <Suspense>
          <MobileDrawer open={drawer === "open"} onClose={() => setDrawer("closed")} />
        </Suspense>
      )}
    </header>
  );
}
