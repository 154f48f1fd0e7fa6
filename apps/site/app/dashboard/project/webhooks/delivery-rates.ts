import type { ProjectWebhook } from "@weft/protocol";

type LastDay = ProjectWebhook["lastDay"];

/** The share of the deliveries that ended: `98.5%`. Those that are retried are neither delivered nor failed. */
export function successRateText({ delivered, failed }: LastDay): string {
  const ended = delivered + failed;
  if (ended === 0) return "—";
  // Only without a failure is it 100%.
  return `${Math.floor((delivered / ended) * 1_000) / 10}%`;
}

/** How many of the deliveries that ended were given up: `3 of 100 (3%)`. */
export function failureRateText({ delivered, failed }: LastDay): string {
  const ended = delivered + failed;
  if (ended === 0) return "—";
  if (failed === 0) return `0 of ${ended}`;
  return `${failed} of ${ended} (${Math.max(1, Math.round((failed / ended) * 100))}%)`;
}
