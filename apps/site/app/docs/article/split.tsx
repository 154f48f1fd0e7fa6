import type { ReactNode } from "react";

/** Two columns where there is room for them: text, and the code that belongs to it. */
export function Split({ children }: { children: ReactNode }) {
  return <div className="split">{children}</div>;
}
