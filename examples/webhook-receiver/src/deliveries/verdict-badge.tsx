import type { Verdict } from "../receiver/verify.ts";

const labels = { verified: "Verified", refused: "Refused" } as const;

export function VerdictBadge({ verdict: { kind } }: { readonly verdict: Verdict }) {
  return (
    <span className="verdict" data-verdict={kind}>
      <svg
        width="14"
        height="14"
        viewBox="0 0 14 14"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={kind === "verified" ? "m2.500 7.500 3 3 6-7" : "m3 3 8 8M11 3l-8 8"} />
      </svg>
      {labels[kind]}
    </span>
  );
}
