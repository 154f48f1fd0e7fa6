import type { ReactNode } from "react";

/** One of `Steps`. */
export function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="step">
      <p className="step-title">{title}</p>
      {children}
    </li>
  );
}
