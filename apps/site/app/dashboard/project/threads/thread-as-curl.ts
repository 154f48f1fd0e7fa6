/** The REST call that returns a thread, for a shell. The key is a placeholder. */
export function threadAsCurl(
  serverUrl: string,
  { roomId, id }: { readonly roomId: string; readonly id: string },
): string {
  return `curl '${serverUrl}/v2/rooms/${segment(roomId)}/threads/${segment(id)}' \\\n  -H "Authorization: Bearer $WEFT_SECRET_KEY"`;
}

/** A part of a path, inside of single quotes. */
function segment(text: string): string {
  return encodeURIComponent(text).replaceAll("'", "%27");
}
