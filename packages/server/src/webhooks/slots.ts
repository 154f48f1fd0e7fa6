/** So many at the same time. The others wait in order. */
export interface EndpointSlots {
  /** How many are taken. */
  readonly taken: number;
  take(): Promise<void>;
  free(): void;
}

export function createSlots(count: number): EndpointSlots {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return {
    get taken() {
      return taken;
    },
    async take() {
      if (taken < count) {
        taken++;
        return;
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    },
    free() {
      const next = waiting.shift();
      // The slot passes to the next one.
      if (next === undefined) taken--;
      else next();
    },
  };
}
