import { DrawnPointer } from "./drawn-pointer.tsx";

/** The demo, drawn: the same two pointers in both windows, since that is what a room is. */
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
      <g fill="none" strokeWidth="2.5" strokeLinecap="round">
        <path d="M70 290C140 170 190 330 262 236S380 150 414 232" stroke="var(--accent)" opacity="0.85" />
        <path d="M120 108C190 70 236 168 300 130S430 66 474 118" stroke="var(--muted)" opacity="0.6" />
      </g>
      <DrawnPointer x={414} y={232} colour="var(--accent-solid)" name={seat === 0 ? "Grace" : "You"} />
      <DrawnPointer x={474} y={118} colour="#7a5a1c" name={seat === 0 ? "You" : "Ada"} />
    </svg>
  );
}
