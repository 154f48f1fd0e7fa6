import type { ReactNode } from "react";

/** Things to do one after the other. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className="steps">{children}</ol>;
}
