const units = [
  { unit: "min", ms: 60_000, below: 60 },
  { unit: "h", ms: 3_600_000, below: 24 },
  { unit: "d", ms: 86_400_000, below: 30 },
] as const;

/**
 * `just now`, `2 min ago`, `3 h ago`, `5 d ago`, then the date; `in 2 min` for what is to come. The past counts whole units that
 * have passed. What is to come is rounded: an invitation of seven days ends `in 7 d`, also a second after it was sent.
 */
export function formatRelative(at: number, now: number): string {
  const distance = Math.abs(now - at);
  if (distance < 45_000) return "just now";
  const count = at > now ? Math.round : Math.floor;
  for (const { unit, ms, below } of units) {
    const whole = Math.max(1, count(distance / ms));
    if (whole < below) return at > now ? `in ${whole} ${unit}` : `${whole} ${unit} ago`;
  }
  return new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
}
