import { ownSpecifiers } from "../../../docs/mdx/served-packages.ts";

/** The command that installs `@weft/node` from a server. */
export function installNodePackage(serverUrl: string): string {
  return `npm install ${ownSpecifiers(["node"], serverUrl).join(" ")}`;
}
