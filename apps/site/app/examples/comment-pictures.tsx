import type { ReactNode } from "react";
import { sheet } from "./picture-parts.tsx";

const line = { stroke: "var(--line-strong)", strokeWidth: 5, strokeLinecap: "round" } as const;

/** A thread of this many comments. */
function Bubble({ x, y, comments }: { x: number; y: number; comments: readonly string[] }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width="112" height={comments.length * 28 + 10} rx="8" {...sheet} />
      {comments.map((colour, index) => (
        <g key={colour} transform={`translate(0 ${index * 28})`}>
          <circle cx="20" cy="19" r="8" fill={colour} />
          <path d={`M38 19h${index === 0 ? 56 : 38}`} {...line} />
        </g>
      ))}
    </g>
  );
}

/** Drawings of the examples around comments. */
export const commentPictures: Readonly<Record<string, ReactNode>> = {
  "code-review": (
    <>
      <rect x="60" y="22" width="280" height="166" rx="10" {...sheet} />
      {[40, 64, 88, 112, 136, 160].map((y, row) => (
        <g key={y}>
          {row === 1 || row === 2 ? (
            <rect
              x="60"
              y={y - 12}
              width="280"
              height="24"
              fill={`var(--${row === 1 ? "danger" : "success"})`}
              opacity="0.14"
            />
          ) : null}
          <path d={`M78 ${y}h10`} {...line} opacity="0.6" />
          <path d={`M${row === 0 || row === 5 ? 108 : 122} ${y}h${[90, 130, 150, 84, 118, 20][row]!}`} {...line} />
        </g>
      ))}
      <Bubble x={206} y={100} comments={["var(--accent)", "var(--success)"]} />
    </>
  ),
  "pdf-annotation": (
    <>
      {[26, 76, 126].map((y, index) => (
        <rect key={y} x="70" y={y} width="34" height="42" rx="3" {...sheet} strokeWidth={index === 0 ? 2.5 : 1} />
      ))}
      <rect x="124" y="22" width="150" height="196" rx="4" {...sheet} />
      <path d="M144 50h70" stroke="var(--ink)" strokeWidth="8" strokeLinecap="round" />
      <rect x="140" y="90" width="112" height="18" rx="3" fill="var(--success)" opacity="0.22" />
      <rect x="140" y="128" width="84" height="18" rx="3" fill="var(--accent)" opacity="0.2" />
      <path d="M144 80h104M144 99h104M144 118h92M144 137h74M144 156h100" {...line} />
      <Bubble x={236} y={128} comments={["var(--accent)"]} />
    </>
  ),
  "spreadsheet-comments": (
    <>
      <rect x="60" y="26" width="280" height="150" rx="10" {...sheet} />
      <path d="M60 56h280M60 86h280M60 116h280M60 146h280M130 26v150M200 26v150M270 26v150" stroke="var(--line)" />
      {[41, 71, 101, 131, 161].map((y, row) => (
        <path key={y} d={`M74 ${y}h${[30, 38, 26, 42, 20][row]!}M${row % 2 === 0 ? 220 : 228} ${y}h28`} {...line} />
      ))}
      <rect x="130" y="86" width="70" height="30" fill="none" stroke="var(--accent)" strokeWidth="2.5" />
      <path d="M186 86h14v14z" fill="var(--danger)" />
      <path d="M326 56h14v14z" fill="var(--danger)" />
      <Bubble x={208} y={96} comments={["var(--accent)", "var(--success)"]} />
    </>
  ),
  "video-review": (
    <>
      <rect x="80" y="20" width="240" height="128" rx="10" {...sheet} />
      <circle cx="248" cy="58" r="16" fill="var(--accent-line)" />
      <path d="M80 116l60-44 52 40 34-24 94 34v18a8 8 0 0 1-8 8H88a8 8 0 0 1-8-8z" fill="var(--sunken)" />
      <path d="M188 68v34l28-17z" fill="var(--line-control)" />
      <path d="M84 170h232" {...line} />
      <path d="M84 170h120" stroke="var(--accent)" strokeWidth="5" strokeLinecap="round" />
      <circle cx="204" cy="170" r="8" fill="var(--accent-solid)" />
      {[
        [124, "var(--success)"],
        [252, "var(--danger)"],
      ].map(([x, colour]) => (
        <path key={x} transform={`translate(${x} 162) rotate(225)`} d="M0 0h8a8 8 0 1 1-8 8z" fill={String(colour)} />
      ))}
    </>
  ),
};
