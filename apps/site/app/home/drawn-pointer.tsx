export interface DrawnPointerProps {
  x: number;
  y: number;
  /** Dark enough for a white name. */
  colour: string;
  name: string;
}

/** A user's pointer, inside an SVG. */
export function DrawnPointer({ x, y, colour, name }: DrawnPointerProps) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        d="M0 0l6 19 4.500-8.500 9-3.500z"
        fill={colour}
        stroke="var(--surface)"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <rect x="14" y="17" width={name.length * 7.5 + 16} height="22" rx="6" fill={colour} />
      <text x="22" y="32" fontSize="12" fontWeight="560" fill="white" fontFamily="var(--font-text)">
        {name}
      </text>
    </g>
  );
}
