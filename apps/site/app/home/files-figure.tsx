/** Three files, one still on its way. */
export function FilesFigure() {
  return (
    <svg viewBox="0 0 360 192" preserveAspectRatio="xMidYMid slice" className="size-full">
      {[
        { x: 60, y: 58, name: "map.png", full: 1 },
        { x: 136, y: 40, name: "plan.pdf", full: 0.62 },
        { x: 212, y: 58, name: "loop.wav", full: 1 },
      ].map(({ x, y, name, full }) => (
        <g key={name} transform={`translate(${x} ${y})`}>
          <path
            d="M0 10A10 10 0 0 1 10 0H58L86 28V92A10 10 0 0 1 76 102H10A10 10 0 0 1 0 92Z"
            fill="var(--surface)"
            stroke={full < 1 ? "var(--accent)" : "var(--line-strong)"}
            strokeWidth="1.5"
          />
          <path
            d="M58 0v18a10 10 0 0 0 10 10h18"
            fill="none"
            stroke={full < 1 ? "var(--accent)" : "var(--line-strong)"}
            strokeWidth="1.5"
          />
          <text x="14" y="64" fontSize="11" fill="var(--muted)" fontFamily="var(--font-code)">
            {name}
          </text>
          <path d="M14 80h58" stroke="var(--line-strong)" strokeWidth="4" strokeLinecap="round" />
          <path
            d={`M14 80h${58 * full}`}
            stroke={full < 1 ? "var(--accent)" : "var(--line-control)"}
            strokeWidth="4"
            strokeLinecap="round"
          />
        </g>
      ))}
    </svg>
  );
}
