import compatibility from "../../../content/compatibility.json" with { type: "json" };
import { familyNames } from "./package-families.ts";
import type { Family } from "./package-families.ts";

/** Where Weft's own packages are installed from: the reader's server, or a registry under their names. */
const ownPackagesFrom = "server" as "server" | "registry";

const tested = new Map(compatibility.packages.map(({ name, version }) => [name, version]));

export interface Install {
  /** Of either family, without scope. */
  readonly packages: readonly string[];
  /** Packages of others that are installed as well. */
  readonly others?: readonly string[] | undefined;
  /** For development alone. */
  readonly dev?: boolean | undefined;
}

/** The package managers that commands are written for, in the order of their tabs. */
export const packageManagers = ["npm", "pnpm", "yarn"] as const;
export type PackageManager = (typeof packageManagers)[number];

const commands: Readonly<Record<PackageManager, readonly [add: string, forDevelopment: string]>> = {
  npm: ["npm install", "--save-dev"],
  pnpm: ["pnpm add", "--save-dev"],
  yarn: ["yarn add", "--dev"],
};

/**
 * The command that installs packages of a family. The official ones have the version of the last of them that Weft is tested with: they
 * must all have the same one.
 */
export function installCommand(
  family: Family,
  { packages, others = [], dev = false }: Install,
  manager: PackageManager = "npm",
): string {
  const [add, forDevelopment] = commands[manager];
  const named = family === "weft" ? ownPackages(packages, manager) : officialPackages(packages);
  return [add, ...(dev ? [forDevelopment] : []), ...named, ...others].join(" ");
}

function ownPackages(packages: readonly string[], manager: PackageManager): readonly string[] {
  if (ownPackagesFrom === "registry") return packages.map((name) => nameIn("weft", name));
  // All of them depend on the client, and no registry has it: its address must be given too.
  const needed = packages.includes("client") ? packages : ["client", ...packages];
  return needed.map((name) => {
    const address = `{{SERVER_URL}}/packages/${name}.tgz`;
    // Later versions of yarn take an address only after the name.
    return manager === "yarn" ? `${nameIn("weft", name)}@${address}` : address;
  });
}

function officialPackages(packages: readonly string[]): readonly string[] {
  const names = packages.map((name) => nameIn("liveblocks", name));
  const version = tested.get(names.at(-1)!);
  if (version === undefined) throw new Error(`No version of ${names.at(-1)} is known to work.`);
  return names.map((name) => `${name}@${version}`);
}

function nameIn(family: Family, name: string): string {
  return familyNames[family].replace("*", name);
}
