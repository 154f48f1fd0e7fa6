import { officialForm } from "../../../docs/mdx/package-families.ts";
import { ownSpecifiers } from "../../../docs/mdx/served-packages.ts";
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
  const others = choice.feature === "text" ? ["yjs", "codemirror", "y-codemirror.next"] : [];
  const named =
    family === "weft" ? ownSpecifiers(packages, serverUrl) : packages.map((name) => officialForm(`@weft/${name}`));
  const command = installCommand([...named, ...others], packageManager);
  if (family !== "weft" || packages.length === 1) return [{ file: "Terminal", code: command }];
  return withClientFor(packageManager, ownSpecifiers(["client"], serverUrl).join(""), command);
}

/** Without scope, the client first. */
function packagesOf({ feature, framework }: Choice): readonly string[] {
  const isReact = framework === "react" || framework === "nextjs";
  return ["client", ...(isReact ? ["react"] : []), ...(feature === "text" ? ["yjs"] : [])];
}

/** npm takes the client that it is given for the other packages, too. Other package managers would look for it in a registry. */
function withClientFor(manager: PackageManager, client: string, command: string): readonly InstallBlock[] {
  const setting = (name: string) => `npm pkg set "${name}[@weft/client]=${client}"`;
  switch (manager) {
    case "npm":
      return [{ file: "Terminal", code: command }];
    case "pnpm":
      return [
        { file: "pnpm-workspace.yaml", code: `blockExoticSubdeps: false\noverrides:\n  "@weft/client": ${client}` },
        { file: "Terminal", code: command },
      ];
    case "yarn":
      return [{ file: "Terminal", code: `${setting("resolutions")}\n${command}` }];
    case "bun":
      return [{ file: "Terminal", code: `${setting("overrides")}\n${command}` }];
  }
}
