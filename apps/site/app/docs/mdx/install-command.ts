import compatibility from "../../../content/compatibility.json" with { type: "json" };
import { familyNames } from "./package-families.ts";
import type { Family } from "./package-families.ts";
import { ownSpecifiers } from "./served-packages.ts";

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
  const named = family === "weft" ? ownSpecifiers(packages, "{{SERVER_URL}}") : officialPackages(packages);
  return [add, ...(dev ? [forDevelopment] : []), ...named, ...others].join(" ");
}

function officialPackages(packages: readonly string[]): readonly string[] {
  const names = packages.map((name) => familyNames.liveblocks.replace("*", name));
  const version = tested.get(names.at(-1)!);
  if (version === undefined) throw new Error(`No version of ${names.at(-1)} is known to work.`);
  return names.map((name) => `${name}@${version}`);
}
