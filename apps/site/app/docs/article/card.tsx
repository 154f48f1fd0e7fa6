import type { ReactNode } from "react";

/** A page to go on to, with what it is about. */
export function Card({ href, title, children }: { href: string; title: string; children?: ReactNode }) {
  return (
    <a className="card" href={href}>
      <span className="card-title">{title}</span>
      <span className="card-text">{children}</span>
    </a>
  );
}
