import { DrawnPointer } from "./drawn-pointer.tsx";

const ways = {
  first: "M414 232C380 330 190 330 150 250S262 96 330 150S448 140 414 232Z",
  second: "M430 118C380 60 300 66 262 130S120 180 130 100S330 300 400 250S470 176 430 118Z",
} as const;

/** The demo, drawn: the same two pointers move in both windows, since that is what a room is. */
export function DemoDrawing({ seat, className }: { seat: number; className?: string }) {
  return (
    <svg
      viewBox="0 0 560 400"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label="A drawing of two people's pointers in one room"
      className={className}
    >
      <defs>
        <pattern id={`demo-dots-${seat}`} width="28" height="28" patternUnits="userSpaceOnUse">
          <circle cx="14" cy="14" r="1" fill="var(--line-strong)" />
        </pattern>
      </defs>
      <rect width="560" height="400" fill={`url(#demo-dots-${seat})`} />
      <g fill="none" strokeWidth="2.5" strokeLinecap="round" strokeDasharray="1 9">
        <path d={ways.first} stroke="var(--accent)" opacity="0.7" />
        <path d={ways.second} stroke="var(--muted)" opacity="0.5" />
      </g>
      <g className="demo-pointer" style={{ offsetPath: `path("${ways.first}")` }}>
        <DrawnPointer x={0} y={0} colour="var(--accent-solid)" name="Ada" />
      </g>
      <g className="demo-pointer" style={{ offsetPath: `path("${ways.second}")`, animationDuration: "13s" }}>
        <DrawnPointer x={0} y={0} colour="#7a5a1c" name="Grace" />
      </g>
    </svg>
  );
}
