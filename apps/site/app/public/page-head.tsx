import type { ReactNode } from "react";

/** The head of a public page: what it is, and one sentence on it. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <h1 className="text-4xl">{title}</h1>
      {children && <div className="text-lg text-muted">{children}</div>}
    </div>
  );
}
