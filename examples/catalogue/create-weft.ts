/**
 * The package of `packages/create-weft`, which copies an example. No registry has it: a Weft server serves the package that its
 * build has packed. The address has the version, because `npx` runs what it installed before from the same address.
 */
export const createWeft = { version: "0.1.0", path: "/packages/create-weft-0.1.0.tgz" } as const;

/** A command that runs the package from a server; `rest` is what the package is asked to do. */
export function createWeftCommand(serverUrl: string, rest: string): string {
  return `npx --yes ${serverUrl}${createWeft.path} ${rest}`;
}
