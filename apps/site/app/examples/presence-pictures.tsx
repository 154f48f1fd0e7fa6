import type { ReactNode } from "react";
import { Pointer, sheet } from "./picture-parts.tsx";

const line = { stroke: "var(--line-strong)", strokeWidth: 5, strokeLinecap: "round" } as const;

/** Drawings of cursors, people and conversations, by example. */
export const presencePictures: Readonly<Record<string, ReactNode>> = {
  "live-cursors-vue": (
    <>
      <path d="M150 44h30l20 34 20-34h30l-50 88z" fill="var(--success)" opacity="0.22" />
      <path d="M172 44h18l10 18 10-18h18l-28 50z" fill="var(--success)" opacity="0.4" />
      <Pointer x={86} y={84} colour="var(--success)" label="Ada" />
      <Pointer x={270} y={112} colour="var(--accent)" label="Alan" />
    </>
  ),
  "live-cursors-svelte": (
    <>
      <path
        d="M232 62c-14-22-42-20-58-6s-18 36 4 48 40 14 36 34-40 26-56 4"
        fill="none"
        stroke="var(--danger)"
        strokeWidth="14"
        strokeLinecap="round"
        opacity="0.3"
      />
      <Pointer x={92} y={70} colour="var(--danger)" label="Grace" />
      <Pointer x={272} y={104} colour="var(--accent)" label="Ada" />
    </>
  ),
  "avatar-stack": (
    <>
      <rect x="70" y="40" width="260" height="160" rx="10" {...sheet} />
      <path d="M94 108h190M94 130h150M94 152h172" {...line} />
      <path d="M94 72h64" stroke="var(--ink)" strokeWidth="8" strokeLinecap="round" />
      {["var(--success)", "var(--danger)", "var(--accent)"].map((colour, index) => (
        <circle
          key={colour}
          cx={246 + index * 26}
          cy="72"
          r="18"
          fill={colour}
          stroke="var(--surface)"
          strokeWidth="3"
        />
      ))}
    </>
  ),
  "chat-room": (
    <>
      {[
        [70, 34, 150, "var(--success)"],
        [180, 84, 150, "var(--accent)"],
        [70, 134, 110, "var(--success)"],
      ].map(([x, y, width, colour]) => (
        <g key={Number(y)} transform={`translate(${x} ${y})`}>
          <circle cx="14" cy="18" r="12" fill={String(colour)} />
          <rect x="34" width={Number(width)} height="36" rx="10" {...sheet} />
          <path d={`M52 18h${Number(width) - 36}`} {...line} />
        </g>
      ))}
      {[0, 1, 2].map((dot) => (
        <circle key={dot} cx={250 + dot * 14} cy="152" r="4" fill="var(--line-control)" />
      ))}
    </>
  ),
};
