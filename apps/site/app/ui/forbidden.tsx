import type { ReactNode } from "react";
import { ButtonLink } from "./button-link.tsx";
import { PageMessage } from "./page-message.tsx";

/** A page that this person may not see. `children` says who can give access. */
export function Forbidden({ children }: { children: ReactNode }) {
  return (
    <PageMessage
      title="You don't have access to this page."
      action={<ButtonLink to="/dashboard">Back to projects</ButtonLink>}
    >
      {children}
    </PageMessage>
  );
}
