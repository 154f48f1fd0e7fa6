/** A pointer with a name. */
export function Pointer({ x, y, colour, label }: { x: number; y: number; colour: string; label: string }) {
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

/** A sheet of paper. */
export const sheet = { fill: "var(--surface)", stroke: "var(--line-strong)" };
