import type { ReactNode } from "react";

/** What one of `Tabs` shows. */
export function Tab({ children }: { children: ReactNode }) {
  return children;
}
