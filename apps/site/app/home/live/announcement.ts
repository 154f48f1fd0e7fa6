import type { NoteState } from "./note-state.ts";

/** A duration as the inspector shows it: tenths where they matter. */
export function formatMs(ms: number): string {
  if (ms >= 999.5) return `${(ms / 1_000).toFixed(1)} s`;
  return ms < 9.95 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}

/** One or two sentences about the room for screen readers. */
export function announcementOf({ connection, connections, edit, editsPending, ownEdits }: NoteState): string {
  if (connection === "offline") return "Offline. Edits are kept and sent when the connection is back.";
  if (connection !== "live") return "";
  const present = connections.length === 1 ? "1 connection." : `${connections.length} connections.`;
  if (ownEdits === 0 || edit === undefined) return `Live. ${present}`;
  if (editsPending > 0 || edit.diskMs === undefined) return `Writing to disk. ${present}`;
  const others = edit.othersMs === undefined ? "" : `, with other users after ${formatMs(edit.othersMs)}`;
  return `All edits on disk. The last one was on disk after ${formatMs(edit.diskMs)}${others}. ${present}`;
}
