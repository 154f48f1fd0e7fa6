import type { ReactNode } from "react";
import { PageMessage } from "./page-message.tsx";

/** What is not there and what may not be seen say the same, so that ids cannot be probed. */
export function NotFound({ action, children }: { action?: ReactNode; children?: ReactNode }) {
  return (
    <PageMessage title="This page doesn't exist, or you don't have access to it." action={action}>
      {children}
    </PageMessage>
  );
}
