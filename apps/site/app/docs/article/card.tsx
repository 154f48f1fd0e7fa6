import type { ReactNode } from "react";
import { FrameworkMark } from "./framework-mark.tsx";

/** A link to a related page, with a description. */
export function Card({
  href,
  title,
  mark,
  children,
}: {
  href: string;
  title: string;
  /** The mark of a framework, an editor or a feature. */
  mark?: string;
  children?: ReactNode;
}) {
  return (
    <a className="card" href={href}>
      {mark !== undefined && <FrameworkMark name={mark} />}
      <span className="card-title">{title}</span>
      <span className="card-text">{children}</span>
    </a>
  );
}
