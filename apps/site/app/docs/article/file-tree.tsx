import type { ReactNode } from "react";

/** Folders and files, from a list. */
export function FileTree({ children }: { children: ReactNode }) {
  return <div className="file-tree">{children}</div>;
}
