import type { ReactNode } from "react";
import { Invite } from "./invite.tsx";

interface EmptyCardProps {
  readonly title: string;
  readonly text: string;
  /** The first thing to do here. */
  readonly action: ReactNode;
}

/** Where there is nothing yet: what the page can do, and how to begin. */
export function EmptyCard({ title, text, action }: EmptyCardProps) {
  return (
    <section className="empty">
      <svg width="96" height="64" viewBox="0 0 96 64" fill="none" aria-hidden="true">
        <g stroke="var(--line-strong)" strokeWidth="2" strokeLinecap="round">
          <path d="M16 4v56M32 4v23M32 37v23M48 4v56M64 4v23M64 37v23M80 4v56" opacity=".55" />
        </g>
        <path d="M4 32h8M20 32h24M52 32h24M84 32h8" stroke="var(--accent)" strokeWidth="4" strokeLinecap="round" />
      </svg>
      <h2>{title}</h2>
      <p>{text}</p>
      <div className="empty-actions">
        {action}
        <Invite quiet />
      </div>
    </section>
  );
}
