import type { ReactNode } from "react";

/** The guides of one topic. */
export function Topic({ name, children }: { name: string; children: ReactNode }) {
  return <section data-topic={name}>{children}</section>;
}
