import type { ReactNode } from "react";
import { WovenThread } from "./woven-thread.tsx";

/** A page with a message in place of the requested content. */
export function PageMessage({
  title,
  action,
  children,
}: {
  title: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="page flex flex-col items-center gap-5 py-24 text-center sm:py-32">
      <WovenThread className="h-7 w-36 text-line-strong" />
      <h1 className="max-w-2xl text-3xl">{title}</h1>
      {children && <div className="max-w-xl text-muted">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
