/** Where Weft's own packages are installed from: the reader's server, or a registry under their names. */
const ownPackagesFrom = "server" as "server" | "registry";

/** What a package manager is given for Weft's own packages, of which no scope is named. */
export function ownSpecifiers(packages: readonly string[], serverUrl: string): readonly string[] {
  if (ownPackagesFrom === "registry") return packages.map((name) => `@weft/${name}`);
  // All of them depend on the client, and no registry has it: its address must be given too.
  const needed = packages.includes("client") ? packages : ["client", ...packages];
  return needed.map((name) => `${serverUrl}/packages/${name}.tgz`);
}
