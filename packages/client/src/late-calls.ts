type AnyCalls = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;

/** Calls that load what they need first. */
export function lateCalls(names: readonly string[], load: () => Promise<object>): AnyCalls {
  return Object.fromEntries(
    names.map((name) => [name, async (...args: readonly unknown[]) => ((await load()) as AnyCalls)[name]!(...args)]),
  );
}
