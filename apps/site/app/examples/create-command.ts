/** Where an application that is created finds its server by itself. */
const nearServer = "http://localhost:7070";

/** The command that copies an example, with the settings that differ from its own. */
export function createCommand(
  name: string,
  { serverUrl, publicKey }: { readonly serverUrl?: string | undefined; readonly publicKey?: string | undefined },
): string {
  return [
    `npm create weft@latest ${name} -- --example ${name}`,
    ...(serverUrl === undefined || serverUrl === nearServer ? [] : [`--url ${serverUrl}`]),
    ...(publicKey === undefined ? [] : [`--key ${publicKey}`]),
  ].join(" ");
}

/** What starts the copy. */
export function startCommand(name: string): string {
  return `cd ${name}\nnpm install\nnpm run dev`;
}
