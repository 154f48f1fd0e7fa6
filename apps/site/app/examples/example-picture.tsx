import type { ReactNode } from "react";

/** A small drawing of an example, in the page's own threads. */
export function ExamplePicture({ name, className = "h-48" }: { name: string; className?: string }) {
  return (
    <div className={`relative overflow-hidden bg-sunken text-line-strong ${className}`}>
      <svg
        viewBox="0 0 400 192"
        className="absolute inset-0 size-full"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden
      >
        <defs>
          <pattern id={`warp-${name}`} width="20" height="192" patternUnits="userSpaceOnUse">
            <path d="M10 0v192" stroke="var(--line)" />
          </pattern>
        </defs>
        <rect width="400" height="192" fill={`url(#warp-${name})`} />
        {pictures[name]}
      </svg>
    </div>
  );
}

function Pointer({ x, y, colour, label }: { x: number; y: number; colour: string; label: string }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d="M0 0l5 17 4-7 8-3z" fill={colour} stroke="var(--sunken)" strokeWidth="1.5" strokeLinejoin="round" />
      <rect x="13" y="15" width={label.length * 7 + 14} height="19" rx="6" fill={colour} />
      <text x="20" y="28.500" fontSize="11" fontWeight="560" fill="var(--canvas)">
        {label}
      </text>
    </g>
  );
}

const sheet = { fill: "var(--surface)", stroke: "var(--line-strong)" };

const pictures: Readonly<Record<string, ReactNode>> = {
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
};
