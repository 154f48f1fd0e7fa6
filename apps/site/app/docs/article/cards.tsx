import type { ReactNode } from "react";

/** Related pages. */
export function Cards({ children }: { children: ReactNode }) {
  return <div className="cards">{children}</div>;
}
