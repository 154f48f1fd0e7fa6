import type { ReactNode } from "react";
import { AssistantHost } from "../assistant/panel/assistant-host.tsx";
import { useTheme } from "../theme/use-theme.ts";
import { useSearchAddress } from "../search/use-search-address.ts";
import { ShellDialogs } from "./shell-dialogs.tsx";
import { SkipLink } from "./skip-link.tsx";
import { ToastCorner } from "./toast-corner.tsx";
import { useShellKeys } from "./use-shell-keys.ts";
import { useTitleFocus } from "./use-title-focus.ts";

/** The frame around every page, which persists across navigation. Each page has its own header, and its `main` with the id `main`, by `Page`. */
export function Shell({ children }: { children: ReactNode }) {
  // Subscribed on every page, so that the theme follows the system's when it changes.
  useTheme();
  useShellKeys();
  useTitleFocus();
  useSearchAddress();
  return (
    <>
      <SkipLink />
      {children}
      <AssistantHost />
      <ShellDialogs />
      <ToastCorner />
    </>
  );
}
