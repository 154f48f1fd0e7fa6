/** A thread of versions: one was brought back, and what came after it is still there. */
export function VersionsFigure() {
  return (
    <svg viewBox="0 0 360 192" preserveAspectRatio="xMidYMid slice" className="size-full">
      <g fill="none" strokeWidth="2.5" strokeLinecap="round">
        <path d="M20 118h320" stroke="var(--line-strong)" />
        <path d="M128 118C150 46 232 46 254 118" stroke="var(--accent)" />
        <path d="M254 118h86" stroke="var(--accent)" />
      </g>
      {[56, 128, 191, 254, 318].map((x, index) => (
        <circle
          key={x}
          cx={x}
          cy={118}
          r="8"
          fill={index >= 3 ? "var(--accent)" : "var(--sunken)"}
          stroke={index === 1 || index >= 3 ? "var(--accent)" : "var(--line-control)"}
          strokeWidth="2.5"
        />
      ))}
      <text
        x="191"
        y="54"
        textAnchor="middle"
        fontSize="12"
        fontWeight="560"
        fill="var(--accent)"
        fontFamily="var(--font-text)"
      >
        restored
      </text>
      {["09:12", "09:40", "10:05", "10:31", "now"].map((time, index) => (
        <text
          key={time}
          x={[56, 128, 191, 254, 318][index]}
          y="150"
          textAnchor="middle"
          fontSize="11"
          fill="var(--faint)"
          fontFamily="var(--font-code)"
        >
          {time}
        </text>
      ))}
    </svg>
  );
}
