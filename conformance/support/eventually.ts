import { vi } from "vitest";
import { hungMs } from "./waiting.ts";

/** Waits until the expectations of `check` hold, and fails with the last of their failures if they never do. */
export function eventually(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: hungMs, interval: 10 });
}
