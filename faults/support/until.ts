import { setTimeout as after } from "node:timers/promises";

/** No working operation takes this long, however slow or busy the machine. After this time, it hangs. */
export const hungMs = 60_000;

/** Polls until the result is neither false nor undefined, and returns it. Fails when it hangs. */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  options: { readonly everyMs?: number } = {},
): Promise<Exclude<T, false | undefined | null>> {
  const { everyMs = 10 } = options;
  const deadline = performance.now() + hungMs;
  for (;;) {
    const answer = await ask();
    if (answer !== false && answer !== undefined && answer !== null)
      return answer as Exclude<T, false | undefined | null>;
    if (performance.now() > deadline) throw new Error(`Waited ${hungMs} ms in vain: ${what}.`);
    await after(everyMs);
  }
}

/** The value of a promise. Fails when it hangs. */
export async function arrival<T>(what: string, promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`Waited ${hungMs} ms in vain: ${what}.`)), hungMs);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
