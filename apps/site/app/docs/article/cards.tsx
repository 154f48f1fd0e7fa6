import type { ReactNode } from "react";

/** Ways to go on. */
export function Cards({ children }: { children: ReactNode }) {
  return <div className="cards">{children}</div>;
}
