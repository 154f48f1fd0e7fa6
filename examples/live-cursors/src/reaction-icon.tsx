import type { ReactNode } from "react";
import type { ReactionKind } from "./room-types.ts";

/** Drawn rather than typed: an emoji looks different on every system, and like an empty box on some. */
const drawings: Readonly<Record<ReactionKind, ReactNode>> = {
  heart: (
    <path
      fill="#e0483f"
      d="M16 27.5S4.5 20.6 4.5 12.6A6.1 6.1 0 0 1 16 9.5a6.1 6.1 0 0 1 11.5 3.1c0 8-11.5 14.9-11.5 14.9Z"
    />
  ),
  smile: (
    <>
      <circle cx="16" cy="16" r="12" fill="#f6c244" />
      <circle cx="11.8" cy="13.4" r="1.7" fill="#4a3200" />
      <circle cx="20.2" cy="13.4" r="1.7" fill="#4a3200" />
      <path d="M10 18.5a6.4 6.4 0 0 0 12 0" fill="none" stroke="#4a3200" strokeWidth="2.2" strokeLinecap="round" />
    </>
  ),
  star: (
    <path
      fill="#f0a92e"
      stroke="#f0a92e"
      strokeWidth="2"
      strokeLinejoin="round"
      d="m16 4.8 3.4 7 7.7 1.1-5.6 5.4 1.4 7.6-6.9-3.6-6.9 3.6 1.4-7.6-5.6-5.4 7.7-1.1z"
    />
  ),
  flame: (
    <>
      <path
        fill="#ea5b2a"
        d="M16.6 3.5c.9 4.2 8.4 7.6 8.4 15.2A9 9 0 0 1 16 28a9 9 0 0 1-9-9.3c0-4 2.2-6.5 3.8-8.3.3 2 1.2 3.4 2.4 4.2.1-4.2 1-8 3.4-11.1Z"
      />
      <path
        fill="#fbc04d"
        d="M16.3 15.5c.5 2.6 3.9 3.7 3.9 7.4A4.2 4.2 0 0 1 16 27.2a4.2 4.2 0 0 1-4.2-4.3c0-2 1.2-3.2 2-4 .2.9.6 1.5 1.2 1.9 0-2 .3-3.800 1.3-5.3Z"
      />
    </>
  ),
  bolt: (
    <path
      fill="#4f7fe8"
      stroke="#4f7fe8"
      strokeWidth="2"
      strokeLinejoin="round"
      d="M18.5 4 7.5 18h7L13.5 28l11-14h-7z"
    />
  ),
};

export function ReactionIcon({ kind }: { readonly kind: ReactionKind }) {
  return (
    <svg className="reaction-icon" width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
      {drawings[kind]}
    </svg>
  );
}
