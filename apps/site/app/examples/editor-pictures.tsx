import type { ReactNode } from "react";
import { Pointer, sheet } from "./picture-parts.tsx";

/** Drawings of the editors, comments and copilots, by example. */
export const editorPictures: Readonly<Record<string, ReactNode>> = {
  "live-cursors": (
    <>
      <path
        d="M40 140C90 60 140 160 190 96S300 60 350 110"
        fill="none"
        stroke="var(--accent-line)"
        strokeWidth="2"
        strokeDasharray="2 7"
        strokeLinecap="round"
      />
      <Pointer x={92} y={70} colour="var(--accent)" label="Ada" />
      <Pointer x={246} y={44} colour="var(--success)" label="Grace" />
      <Pointer x={190} y={122} colour="var(--danger)" label="Alan" />
    </>
  ),
  "todo-list": (
    <>
      <rect x="90" y="26" width="220" height="166" rx="10" {...sheet} />
      {[0, 1, 2].map((row) => (
        <g key={row} transform={`translate(110 ${54 + row * 40})`}>
          <rect
            width="18"
            height="18"
            rx="5"
            fill={row < 2 ? "var(--accent-solid)" : "none"}
            stroke={row < 2 ? "none" : "var(--line-control)"}
            strokeWidth="1.5"
          />
          {row < 2 ? (
            <path
              d="M4.500 9.500l3 3 6-7"
              fill="none"
              stroke="var(--on-accent)"
              strokeWidth="2"
              strokeLinecap="round"
            />
          ) : null}
          <path d={`M32 9h${[110, 76, 132][row]!}`} stroke="var(--line-strong)" strokeWidth="5" strokeLinecap="round" />
        </g>
      ))}
    </>
  ),
  "rich-text": (
    <>
      <rect x="80" y="26" width="240" height="170" rx="10" {...sheet} />
      <path d="M104 56h96" stroke="var(--ink)" strokeWidth="8" strokeLinecap="round" />
      <g stroke="var(--line-strong)" strokeWidth="5" strokeLinecap="round">
        <path d="M104 86h188M104 106h150M104 126h176M104 146h92" />
      </g>
      <rect x="150" y="97" width="104" height="18" rx="4" fill="var(--accent)" opacity="0.16" />
      <path d="M254 96v20" stroke="var(--accent)" strokeWidth="2" />
      <path d="M196 136v20" stroke="var(--success)" strokeWidth="2" />
    </>
  ),
  "code-editor": (
    <>
      <rect x="70" y="26" width="260" height="170" rx="10" {...sheet} />
      <g strokeWidth="5" strokeLinecap="round">
        <path d="M96 56h44" stroke="var(--accent)" />
        <path d="M152 56h70" stroke="var(--line-control)" />
        <path d="M114 80h52M180 80h74" stroke="var(--line-strong)" />
        <path d="M114 104h30" stroke="var(--success)" />
        <path d="M158 104h118" stroke="var(--line-strong)" />
        <path d="M132 128h84" stroke="var(--line-control)" />
        <path d="M96 152h18" stroke="var(--accent)" />
      </g>
      <rect x="128" y="119" width="92" height="18" rx="4" fill="var(--danger)" opacity="0.16" />
      <path d="M220 118v20" stroke="var(--danger)" strokeWidth="2" />
    </>
  ),
  "text-comments": (
    <>
      <rect x="50" y="26" width="180" height="170" rx="10" {...sheet} />
      <path d="M72 56h80" stroke="var(--ink)" strokeWidth="8" strokeLinecap="round" />
      <rect x="108" y="77" width="84" height="18" rx="4" fill="var(--accent)" opacity="0.16" />
      <path d="M108 96h84" stroke="var(--accent)" strokeWidth="2" />
      <g stroke="var(--line-strong)" strokeWidth="5" strokeLinecap="round">
        <path d="M72 86h126M72 108h104M72 130h130M72 152h70" />
      </g>
      <rect x="244" y="66" width="116" height="92" rx="10" {...sheet} />
      <circle cx="264" cy="88" r="9" fill="var(--success)" />
      <circle cx="264" cy="130" r="9" fill="var(--danger)" />
      <g stroke="var(--line-strong)" strokeWidth="5" strokeLinecap="round">
        <path d="M282 84h38M282 98h58M282 126h30M282 140h48" />
      </g>
    </>
  ),
  "canvas-comments": (
    <>
      <g fill="var(--surface)" stroke="var(--line-control)" strokeWidth="4">
        <path d="M70 30h260v136H70zM176 30v48M176 108v58M70 112h62M162 112h14" />
      </g>
      <g fill="var(--sunken)" stroke="var(--line-strong)" strokeWidth="2">
        <rect x="92" y="52" width="56" height="32" rx="5" />
        <rect x="204" y="52" width="44" height="22" rx="4" />
        <rect x="268" y="52" width="44" height="22" rx="4" />
        <circle cx="118" cy="138" r="14" />
      </g>
      {[
        [132, 62, "var(--accent)"],
        [256, 88, "var(--success)"],
        [228, 126, "var(--danger)"],
      ].map(([x, y, colour]) => (
        <path
          key={x}
          transform={`translate(${x} ${y})`}
          d="M0 0h11a11 11 0 1 1-11 11z"
          fill={String(colour)}
          stroke="var(--surface)"
          strokeWidth="2"
        />
      ))}
    </>
  ),
  "notification-centre": (
    <>
      <rect x="90" y="26" width="220" height="176" rx="10" {...sheet} />
      {[0, 1, 2].map((row) => (
        <g key={row} transform={`translate(110 ${50 + row * 46})`}>
          <circle cx="12" cy="12" r="12" fill={["var(--accent)", "var(--success)", "var(--line-strong)"][row]} />
          <path d={`M36 6h${[96, 118, 84][row]!}`} stroke="var(--ink)" strokeWidth="5" strokeLinecap="round" />
          <path
            d={`M36 20h${[120, 78, 104][row]!}`}
            stroke="var(--line-strong)"
            strokeWidth="5"
            strokeLinecap="round"
          />
          {row < 2 ? <circle cx="178" cy="6" r="5" fill="var(--accent)" /> : null}
        </g>
      ))}
    </>
  ),
  "ai-chat": (
    <>
      <rect x="80" y="26" width="240" height="176" rx="10" {...sheet} />
      <rect x="186" y="44" width="116" height="28" rx="10" fill="var(--sunken)" />
      <path d="M202 58h84M100 96h150M100 114h110" stroke="var(--line-strong)" strokeWidth="5" strokeLinecap="round" />
      <rect x="100" y="130" width="180" height="58" rx="8" fill="none" stroke="var(--accent-line)" />
      <path d="M114 146h96" stroke="var(--ink)" strokeWidth="5" strokeLinecap="round" />
      <rect x="114" y="160" width="56" height="18" rx="6" fill="var(--accent-solid)" />
      <rect x="178" y="160" width="56" height="18" rx="6" fill="var(--sunken)" />
    </>
  ),
  "ai-board": (
    <>
      {[0, 1, 2].map((column) => (
        <g key={column} transform={`translate(${40 + column * 84} 34)`}>
          <rect width="74" height="150" rx="8" fill="var(--surface)" stroke="var(--line-strong)" />
          {[0, 1, 2].slice(column === 2 ? 2 : column).map((row) => (
            <rect
              key={row}
              x="8"
              y={12 + (row - column) * 34}
              width="58"
              height="26"
              rx="5"
              fill={column === 1 && row === 1 ? "var(--accent)" : "var(--line-strong)"}
              opacity={column === 1 && row === 1 ? 0.85 : 0.5}
            />
          ))}
        </g>
      ))}
      <rect x="300" y="34" width="72" height="150" rx="8" {...sheet} />
      <path d="M312 56h46M312 72h30" stroke="var(--line-strong)" strokeWidth="5" strokeLinecap="round" />
      <rect x="312" y="152" width="48" height="18" rx="6" fill="var(--accent-solid)" />
      <path d="M290 96h-34" stroke="var(--accent)" strokeWidth="2" strokeDasharray="2 7" strokeLinecap="round" />
    </>
  ),
  "webhook-receiver": (
    <>
      <rect x="60" y="60" width="96" height="84" rx="10" {...sheet} />
      <g stroke="var(--line-strong)" strokeWidth="5" strokeLinecap="round">
        <path d="M78 84h58M78 102h40M78 120h50" />
      </g>
      <path d="M164 102h36" stroke="var(--accent)" strokeWidth="2" strokeDasharray="2 7" strokeLinecap="round" />
      {[0, 1, 2].map((row) => (
        <g key={row} transform={`translate(212 ${38 + row * 42})`}>
          <rect
            width="140"
            height="32"
            rx="8"
            fill="var(--surface)"
            stroke={row === 1 ? "var(--danger)" : "var(--line-strong)"}
          />
          <path
            d={row === 1 ? "m12 11 10 10M22 11l-10 10" : "m11 17 4 4 9-10"}
            fill="none"
            stroke={row === 1 ? "var(--danger)" : "var(--success)"}
            strokeWidth="2.500"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
          <path d={`M36 16h${[78, 54, 66][row]!}`} stroke="var(--line-strong)" strokeWidth="5" strokeLinecap="round" />
        </g>
      ))}
    </>
  ),
};
