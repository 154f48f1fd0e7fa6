/** The keys of a presence that Yjs providers write; the awareness table shows what is in them. */
export const awarenessKey = "__yjs";
export const awarenessClientKey = "__yjs_clientid";

/** Whether a key of a presence is an editor's own, and not the application's. */
export function isEditorKey(key: string): boolean {
  return key.startsWith("__yjs");
}
