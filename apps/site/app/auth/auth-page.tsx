import type { ReactNode } from "react";
import { Link } from "react-router";
import { Page } from "../shell/page.tsx";
import { Mark } from "../ui/mark.tsx";

export interface AuthPageProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** A link to the page that other users need. */
  readonly after?: ReactNode;
  readonly children?: ReactNode;
}

/** One form in the middle of the page, over the pattern. */
export function AuthPage({ title, lead, after, children }: AuthPageProps) {
  return (
    <Page
      footer={false}
      className="relative grid min-h-[calc(100dvh-var(--header-height)-1px)]! place-items-center overflow-hidden px-4 py-12"
    >
      <Warp />
      <div className="relative w-full max-w-md">
        <div className="rounded-lg border border-line bg-surface p-6 shadow-float sm:p-8">
          <Mark className="h-6" />
          <h1 className="mt-5 text-2xl">{title}</h1>
          {lead && <p className="mt-2 text-sm text-muted">{lead}</p>}
          {children && <div className="mt-6">{children}</div>}
        </div>
        {after && (
          <p className="mt-5 text-center text-sm text-muted">
            <span className="bg-canvas px-2 py-1">{after}</span>
          </p>
        )}
        <p className="mt-6 text-center text-xs text-faint">
          <span className="bg-canvas px-2 py-1">
            <Link className="hover:text-ink" to="/legal/terms" reloadDocument>
              Terms
            </Link>
            <span aria-hidden> · </span>
            <Link className="hover:text-ink" to="/legal/privacy" reloadDocument>
              Privacy
            </Link>
          </span>
        </p>
      </div>
    </Page>
  );
}

/** Upright threads, faint, behind the form. */
function Warp() {
  return (
    <svg className="absolute inset-0 size-full text-line" aria-hidden>
      <defs>
        <pattern id="auth-warp" width="48" height="48" patternUnits="userSpaceOnUse">
          <path d="M24 0v48" stroke="currentColor" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#auth-warp)" />
    </svg>
  );
}
