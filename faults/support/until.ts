import { setTimeout as after } from "node:timers/promises";

/** Asks again and again until the answer is neither false nor undefined, and answers it. Fails after `withinMs`. */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  options: { readonly withinMs?: number; readonly everyMs?: number } = {},
): Promise<Exclude<T, false | undefined | null>> {
  const { withinMs = 15_000, everyMs = 10 } = options;
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== false && answer !== undefined && answer !== null)
      return answer as Exclude<T, false | undefined | null>;
    if (performance.now() > deadline) throw new Error(`Waited ${withinMs} ms in vain: ${what}.`);
    await after(everyMs);
  }
}

/** Fails when something takes longer than it may. */
export async function within<T>(withinMs: number, what: string, promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`Waited ${withinMs} ms in vain: ${what}.`)), withinMs);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
