import type { ReactNode } from "react";
import type { Family } from "../mdx/package-families.ts";

/** What is shown only with one family of packages. */
export function ForPackages({ family, children }: { family: Family; children: ReactNode }) {
  return <div className={`for-${family}`}>{children}</div>;
}
