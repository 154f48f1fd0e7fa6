import type { ReactNode } from "react";

/** One of the two columns of a `Split`; the one with the samples stays in view while the other is read. */
export function Column({ samples, children }: { samples?: boolean; children: ReactNode }) {
  return <div className={samples === true ? "column samples" : "column"}>{children}</div>;
}
