/** A small line chart of values, oldest first, with a station at the newest. A text alternative describes its numbers. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const width = 112;
  const height = 28;
  const most = Math.max(1, ...values);
  const end = width - 4;
  const step = values.length > 1 ? end / (values.length - 1) : end;
  const points = values.map((value, index) => [index * step, height - 4 - (value / most) * (height - 8)] as const);
  const line = points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className="h-7 w-28 text-accent" role="img" aria-label={label}>
      <path d={`${line}L${end} ${height}L0 ${height}Z`} fill="currentColor" opacity="0.1" />
      <path d={line} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" strokeLinecap="round" />
      <circle cx={end} cy={points.at(-1)?.[1]} r="3" fill="var(--surface)" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
