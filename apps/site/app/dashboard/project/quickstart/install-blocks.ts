import { officialForm } from "../../../docs/mdx/package-families.ts";
import { ownSpecifiers } from "../../../docs/mdx/served-packages.ts";
import { isOfUsers } from "./choices.ts";
import type { Choice, PackageManager } from "./choices.ts";
import { installCommand } from "./shell-commands.ts";

export interface InstallBlock {
  readonly file: string;
  readonly code: string;
}

/** Installs the client packages, and what the code needs besides. */
export function installBlocks(choice: Choice, serverUrl: string): readonly InstallBlock[] {
  const { family, packageManager } = choice;
  const packages = packagesOf(choice);
  const others = othersOf(choice);
  const named =
    family === "weft" ? ownSpecifiers(packages, serverUrl) : packages.map((name) => officialForm(`@weft/${name}`));
  const command = installCommand([...named, ...others], packageManager);
  if (family !== "weft" || packages.length === 1) return [{ file: "Terminal", code: command }];
  // Packages that others of them depend on.
  const needed = packages.filter((name) => name === "client" || (name === "react" && packages.includes("react-ui")));
  const sources = ownSpecifiers(needed, serverUrl).map((source, index) => [`@weft/${needed[index]}`, source] as const);
  return withSources(packageManager, sources, command);
}

/** What the code needs besides Weft's packages. */
function othersOf({ feature, framework }: Choice): readonly string[] {
  if (feature === "text") return ["yjs", "codemirror", "y-codemirror.next"];
  return isOfUsers(feature) && framework === "react" ? ["express"] : [];
}

/** Without scope, the client first. */
function packagesOf({ feature, framework }: Choice): readonly string[] {
  const isReact = framework === "react" || framework === "nextjs";
  return [
    "client",
    ...(isReact ? ["react"] : []),
    ...(feature === "text" ? ["yjs"] : []),
    ...(isOfUsers(feature) ? ["react-ui", "node"] : []),
  ];
}

/** npm takes the packages that it is given for each other, too. Other package managers would look for them in a registry. */
function withSources(
  manager: PackageManager,
  sources: readonly (readonly [name: string, source: string])[],
  command: string,
): readonly InstallBlock[] {
  const settings = (key: string) =>
    `npm pkg set ${sources.map(([name, source]) => `"${key}[${name}]=${source}"`).join(" ")}`;
  switch (manager) {
    case "npm":
      return [{ file: "Terminal", code: command }];
    case "pnpm": {
      const overrides = sources.map(([name, source]) => `  "${name}": ${source}`).join("\n");
      return [
        { file: "pnpm-workspace.yaml", code: `blockExoticSubdeps: false\noverrides:\n${overrides}` },
        { file: "Terminal", code: command },
      ];
    }
    case "yarn":
      return [{ file: "Terminal", code: `${settings("resolutions")}\n${command}` }];
    case "bun":
      return [{ file: "Terminal", code: `${settings("overrides")}\n${command}` }];
  }
}
