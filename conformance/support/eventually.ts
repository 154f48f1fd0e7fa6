import { vi } from "vitest";

/** Waits until the expectations of `check` hold, and fails with the last of their failures if they never do. */
export function eventually(check: () => void, timeoutMs = 10_000): Promise<void> {
  return vi.waitFor(check, { timeout: timeoutMs, interval: 10 });
}
