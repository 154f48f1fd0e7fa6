/** What follows the end of a socket. `slow` waits longer, for a server that is overloaded. */
export type CloseReaction =
  | { readonly kind: "stop" }
  | { readonly kind: "retry"; readonly newToken: boolean; readonly wait: "none" | "normal" | "slow" };

/** By the close codes of the AI socket. A code that is not of the server says, before the socket opened, nothing about the token. */
export function reactionTo(code: number, opened: boolean): CloseReaction {
  if ((code >= 4000 && code <= 4099) || code === 4999) return { kind: "stop" };
  if (code === 4109) return { kind: "retry", newToken: true, wait: "none" };
  if (code >= 4100 && code <= 4199) return { kind: "retry", newToken: true, wait: "normal" };
  if (code === 1013 || (code >= 4200 && code <= 4299)) return { kind: "retry", newToken: false, wait: "slow" };
  return { kind: "retry", newToken: !opened, wait: "normal" };
}

const normalMs = [250, 500, 1_000, 2_000, 4_000, 8_000, 10_000];
const slowMs = [2_000, 30_000, 60_000, 300_000];

/** How long to wait before the attempt after so many failures in a row. */
export function backoffMs(wait: "normal" | "slow", failures: number): number {
  const steps = wait === "normal" ? normalMs : slowMs;
  return steps[Math.min(failures, steps.length - 1)]!;
}
