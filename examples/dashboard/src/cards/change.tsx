import { formatChange } from "../formats.ts";

interface ChangeProps {
  readonly value: number;
  /** The value of the previous period; null without data. */
  readonly previous: number | null;
}

/** How much a value grew or shrank. */
export function Change({ value, previous }: ChangeProps) {
  if (previous === null || previous === 0) return <span className="change">–</span>;
  const change = value / previous - 1;
  return (
    <span className="change" data-direction={change > 0 ? "up" : change < 0 ? "down" : undefined}>
      {formatChange(change)}
    </span>
  );
}
