export interface SentRequest {
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** A command for a POSIX shell that sends a request. */
export function curlCommand({ url, headers, body }: SentRequest): string {
  const lines = [
    `curl --request POST ${quoted(url)}`,
    ...headers.map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    `--data-raw ${quoted(body)}`,
  ];
  return lines.join(" \\\n  ");
}

/** Where a receiver runs during development, for requests that were sent to the request catcher. */
export const localReceiver = "http://localhost:3000/api/weft-webhook";

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
