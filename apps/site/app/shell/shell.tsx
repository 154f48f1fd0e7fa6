import type { ReactNode } from "react";
import { useTheme } from "../theme/use-theme.ts";
import { useSearchAddress } from "../search/use-search-address.ts";
import { Header } from "./header.tsx";
import { ShellDialogs } from "./shell-dialogs.tsx";
import { SkipLink } from "./skip-link.tsx";
import { StatusBanners } from "./status-banners.tsx";
import { ToastCorner } from "./toast-corner.tsx";
import { useShellKeys } from "./use-shell-keys.ts";
import { useTitleFocus } from "./use-title-focus.ts";

/** What stays while pages come and go. Each page brings its own `main` with the id `main`, by `Page`. */
export function Shell({ children }: { children: ReactNode }) {
  // Somebody must listen on every page: only then is the system followed when it turns dark.
  useTheme();
  useShellKeys();
  useTitleFocus();
  useSearchAddress();
  return (
    <>
      <SkipLink />
      <Header />
      <StatusBanners />
      {children}
      <ShellDialogs />
      <ToastCorner />
    </>
  );
}
