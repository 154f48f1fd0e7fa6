/** Where the example of an npm workspace finds its server by itself. */
const nearServer = "http://localhost:7070";

/** The command that starts an example, with what differs from what it takes by itself. */
export function runCommand(
  name: string,
  { serverUrl, publicKey }: { readonly serverUrl?: string | undefined; readonly publicKey?: string | undefined },
): string {
  return [
    ...(serverUrl === undefined || serverUrl === nearServer ? [] : [`WEFT_URL=${serverUrl} \\\n`]),
    ...(publicKey === undefined ? [] : [`WEFT_PUBLIC_KEY=${publicKey} \\\n`]),
    `npm run dev -w @weft/example-${name}`,
  ].join("");
}
