import type { PlatformEvent, PlatformEventKind } from "@weft/protocol";
import type { BadgeTone } from "../../../ui/badge.tsx";

/** A kind of event as the log names it; new kinds are added here. */
export const eventWords: Readonly<Record<PlatformEventKind, { readonly label: string; readonly tone: BadgeTone }>> = {
  userEntered: { label: "Entered", tone: "success" },
  userLeft: { label: "Left", tone: "neutral" },
  roomCreated: { label: "Room created", tone: "accent" },
  roomDeleted: { label: "Room deleted", tone: "neutral" },
  storageUpdated: { label: "Storage updated", tone: "neutral" },
  ydocUpdated: { label: "Document updated", tone: "neutral" },
  versionCreated: { label: "Version created", tone: "accent" },
  fileUploaded: { label: "File uploaded", tone: "accent" },
  connectionLost: { label: "Connection lost", tone: "warning" },
  entryRefused: { label: "Entry refused", tone: "danger" },
  limitReached: { label: "Limit reached", tone: "danger" },
};

/** What happened, in a sentence. */
export function eventSummary(event: PlatformEvent): string {
  const who = event.userId ?? (event.connectionId === null ? "Somebody" : `Connection ${event.connectionId}`);
  switch (event.kind) {
    case "userEntered":
      return `${who} entered`;
    case "userLeft":
      return `${who} left`;
    case "roomCreated":
      return "The room was created";
    case "roomDeleted":
      return "The room was deleted";
    case "storageUpdated":
      return "Storage changed";
    case "ydocUpdated":
      return "The Yjs document changed";
    case "versionCreated":
      return "A version was made";
    case "fileUploaded":
      return "A file was uploaded";
    case "connectionLost":
      return `${who} was lost${detail(event, "closeCode", "code")}`;
    case "entryRefused":
      return `${who} was refused${detail(event, "code", "error")}`;
    case "limitReached":
      return `A limit was reached${detail(event, "limit", "code")}`;
  }
}

/** The first of these members that is there. */
function detail(event: PlatformEvent, ...names: readonly string[]): string {
  for (const name of names) {
    const value = event.data[name];
    if (typeof value === "string" || typeof value === "number") return `: ${value}`;
  }
  return "";
}
