import { createWeftCommand } from "@weft/example-catalogue/create-weft";

/** Where an application that is created finds its server by itself. */
const nearServer = "http://localhost:7070";

/** The command that copies an example, with the settings that differ from its own. The reader's server serves the package. */
export function createCommand(
  name: string,
  {
    serverUrl = nearServer,
    publicKey,
  }: { readonly serverUrl?: string | undefined; readonly publicKey?: string | undefined },
): string {
  return [
    createWeftCommand(serverUrl, `${name} --example ${name}`),
    ...(serverUrl === nearServer ? [] : [`--url ${serverUrl}`]),
    ...(publicKey === undefined ? [] : [`--key ${publicKey}`]),
  ].join(" ");
}

/** What starts the copy. */
export function startCommand(name: string): string {
  return `cd ${name}\nnpm install\nnpm run dev`;
}
