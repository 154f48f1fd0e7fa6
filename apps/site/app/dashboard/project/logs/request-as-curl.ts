import type { RequestEntry } from "@weft/protocol";

/** A call like this one. The key is a placeholder, and what stood in the path and the body is for its sender to fill in. */
export function requestAsCurl(entry: RequestEntry, serverUrl: string): string {
  const lines = [`curl -X ${entry.method} "${serverUrl}${entry.path}"`, `-H "Authorization: Bearer $WEFT_SECRET_KEY"`];
  if (entry.method !== "GET" && entry.method !== "DELETE") lines.push(`-H "Content-Type: application/json"`, `-d '{}'`);
  return lines.join(" \\\n  ");
}
