import { BookOpen, Menu as MenuIcon, MessageSquare, Sparkles } from "lucide-react";
import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { toggleAssistant, usePanelState } from "../../assistant/panel/panel-state.ts";
import { AccountArea } from "../../shell/account-area.tsx";
import { openFeedback } from "../../shell/dialogs.ts";
import { SearchButton } from "../../shell/search-button.tsx";
import { ThemeButton } from "../../shell/theme-button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Mark } from "../../ui/mark.tsx";
import { Breadcrumb } from "./breadcrumb.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";

const AppDrawer = lazyPart(() => import("./app-drawer.tsx").then((m) => ({ default: m.AppDrawer })));

/** The one bar of the dashboard: where the user is on the left, search and the account on the right. */
export function AppBar({ menu }: { menu: ReactNode }) {
  const { open: assistantOpen } = usePanelState();
  const [drawer, setDrawer] = useState<"never" | "open" | "closed">("never");
  return (
    <header data-app-bar className="sticky top-0 z-40 border-b border-line bg-canvas">
      <div className="flex h-(--header-height) items-center gap-1 px-3 sm:gap-2 sm:px-4">
        <IconButton
          name="Open navigation"
          className="lg:hidden"
          aria-haspopup="dialog"
          onClick={() => setDrawer("open")}
        >
          <MenuIcon className="size-5" aria-hidden />
        </IconButton>
        <Link
          to="/dashboard"
          aria-label="Weft"
          className="inline-flex h-9 items-center rounded-sm px-1.5 max-sm:hidden"
        >
          <Mark className="h-5 w-auto text-ink" />
        </Link>
        <Breadcrumb />
        <div className="ml-auto flex shrink-0 items-center gap-0.5 sm:gap-1">
          <SearchButton className="h-8 w-48 pl-2.5" />
          <Link
            to="/docs"
            className="hidden h-9 items-center gap-2 rounded-md px-2.5 text-sm text-muted transition-colors duration-(--quick) hover:bg-hover hover:text-ink lg:inline-flex"
          >
            <BookOpen className="size-4" aria-hidden />
            Docs
          </Link>
          <IconButton name="AI assistant" aria-expanded={assistantOpen} onClick={toggleAssistant}>
            <Sparkles className="size-[1.125rem]" aria-hidden />
          </IconButton>
          <IconButton name="Feedback" className="max-sm:hidden" aria-haspopup="dialog" onClick={openFeedback}>
            <MessageSquare className="size-[1.125rem]" aria-hidden />
          </IconButton>
          <span className="contents max-sm:hidden">
            <ThemeButton />
          </span>
          <AccountArea />
        </div>
      </div>
      {drawer !== "never" && (
        <Suspense>
          <AppDrawer open={drawer === "open"} onClose={() => setDrawer("closed")}>
            {menu}
          </AppDrawer>
        </Suspense>
      )}
    </header>
  );
}
