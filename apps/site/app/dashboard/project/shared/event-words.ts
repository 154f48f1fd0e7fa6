import type { PlatformEvent, PlatformEventKind } from "@weft/protocol";
import type { BadgeTone } from "../../../ui/badge.tsx";
import type { StationState } from "../../../ui/thread-line.tsx";

/** A kind of event as the log names it; new kinds are added here. */
export const eventWords: Readonly<Record<PlatformEventKind, { readonly label: string; readonly tone: BadgeTone }>> = {
  userEntered: { label: "Entered", tone: "success" },
  userLeft: { label: "Left", tone: "neutral" },
  roomCreated: { label: "Room created", tone: "accent" },
  roomDeleted: { label: "Room deleted", tone: "neutral" },
  storageUpdated: { label: "Storage updated", tone: "neutral" },
  ydocUpdated: { label: "Document updated", tone: "neutral" },
  threadCreated: { label: "Thread created", tone: "accent" },
  threadDeleted: { label: "Thread deleted", tone: "neutral" },
  threadMetadataUpdated: { label: "Thread metadata updated", tone: "neutral" },
  threadMarkedAsResolved: { label: "Thread resolved", tone: "success" },
  threadMarkedAsUnresolved: { label: "Thread reopened", tone: "neutral" },
  commentCreated: { label: "Comment created", tone: "accent" },
  commentEdited: { label: "Comment edited", tone: "neutral" },
  commentDeleted: { label: "Comment deleted", tone: "neutral" },
  commentMetadataUpdated: { label: "Comment metadata updated", tone: "neutral" },
  commentReactionAdded: { label: "Reaction added", tone: "neutral" },
  commentReactionRemoved: { label: "Reaction removed", tone: "neutral" },
  versionCreated: { label: "Version created", tone: "accent" },
  fileUploaded: { label: "File uploaded", tone: "accent" },
  connectionLost: { label: "Connection lost", tone: "warning" },
  entryRefused: { label: "Entry refused", tone: "danger" },
  limitReached: { label: "Limit reached", tone: "danger" },
};

/** On the thread of a log: what was refused or lost has not reached its station. */
export function stationOf(kind: PlatformEventKind): StationState {
  const { tone } = eventWords[kind];
  return tone === "danger" || tone === "warning" ? "failed" : "reached";
}

/** What happened, in a sentence. */
export function eventSummary(event: PlatformEvent): string {
  const who = event.userId ?? (event.connectionId === null ? "A client" : `Connection ${event.connectionId}`);
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
      return event.userId === null ? "Storage changed" : `${who} changed Storage`;
    case "ydocUpdated":
      return event.userId === null ? "The Yjs document changed" : `${who} changed the Yjs document`;
    case "threadCreated":
      return `${who} created a thread`;
    case "threadDeleted":
      return "A thread was deleted";
    case "threadMetadataUpdated":
      return `${who} changed the metadata of a thread`;
    case "threadMarkedAsResolved":
      return `${who} resolved a thread`;
    case "threadMarkedAsUnresolved":
      return `${who} reopened a thread`;
    case "commentCreated":
      return `${who} commented`;
    case "commentEdited":
      return "A comment was edited";
    case "commentDeleted":
      return "A comment was deleted";
    case "commentMetadataUpdated":
      return `${who} changed the metadata of a comment`;
    case "commentReactionAdded":
      return `${who} reacted to a comment`;
    case "commentReactionRemoved":
      return `${who} removed a reaction`;
    case "versionCreated":
      return "A version was created";
    case "fileUploaded":
      return "A file was uploaded";
    case "connectionLost":
      return `${who} disconnected unexpectedly${detail(event, "closeCode", "code")}`;
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
