/** The address of a thread's page. Ids of threads are unique in a room. */
export function threadAddress(base: string, { roomId, id }: { readonly roomId: string; readonly id: string }): string {
  return `${base}/threads/${encodeURIComponent(roomId)}/${encodeURIComponent(id)}`;
}
