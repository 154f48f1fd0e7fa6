const steps = [
  { unit: "min", ms: 60_000, until: 3_600_000 },
  { unit: "h", ms: 3_600_000, until: 86_400_000 },
  { unit: "d", ms: 86_400_000, until: 30 * 86_400_000 },
] as const;

/** `just now`, `2 min ago`, `3 h ago`, `5 d ago`, then the date; `in 2 min` for what is to come. */
export function formatRelative(at: number, now: number): string {
  const distance = Math.abs(now - at);
  if (distance < 45_000) return "just now";
  for (const { unit, ms, until } of steps) {
    if (distance >= until) continue;
    const count = Math.max(1, Math.floor(distance / ms));
    return at > now ? `in ${count} ${unit}` : `${count} ${unit} ago`;
  }
  return new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
}
