import type { RequestContents, RequestEntry } from "@weft/protocol";

/**
 * A call like this one, for a shell. The key is a placeholder; where it is not kept what stood in the path and the body,
 * that is for its sender to fill in.
 */
export function requestAsCurl(entry: RequestEntry, contents: RequestContents | null, serverUrl: string): string {
  const lines = [
    `curl -X ${entry.method} ${quoted(serverUrl + (contents?.url ?? entry.path))}`,
    `-H "Authorization: Bearer $WEFT_SECRET_KEY"`,
  ];
  const body = contents === null ? bodyOf(entry) : contents.body === null ? undefined : contents.body;
  const type = contents?.headers.find(({ name }) => name === "content-type")?.value ?? "application/json";
  if (body !== undefined) lines.push(`-H ${quoted(`Content-Type: ${type}`)}`);
  if (typeof body === "string") lines.push(`-d '${body}'`);
  else if (body?.text === null) lines.push("--data-binary @body.bin");
  else if (body !== undefined) lines.push(`-d ${quoted(body.text)}`);
  return lines.join(" \\\n  ");
}

function bodyOf({ method }: RequestEntry): string | undefined {
  return method === "GET" || method === "DELETE" ? undefined : "{}";
}

/** As one word of a shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
