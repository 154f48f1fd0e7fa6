import type { RoomData } from "@weft/node";
import { accessOfPermissions } from "./access.ts";
import type { Accesses, Level } from "./access.ts";

export const documentKinds = ["text", "whiteboard"] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const longestName = 100;

/** A document is a room: its name, kind and owner are metadata of the room. */
export interface Document {
  /** The id of the room. */
  readonly id: string;
  readonly name: string;
  readonly kind: DocumentKind;
  readonly ownerId: string;
  readonly createdAt: Date;
  /** Absent until someone opens it. */
  readonly openedAt?: Date;
  readonly accesses: Accesses;
}

/** Reads a room as a document; null for rooms of the project that are something else. */
export function documentOf(room: RoomData): Document | null {
  const { name, kind, owner } = room.metadata;
  const known = documentKinds.find((one) => one === kind);
  if (known === undefined || typeof name !== "string" || typeof owner !== "string") return null;
  return {
    id: room.id,
    name,
    kind: known,
    ownerId: owner,
    createdAt: room.createdAt,
    openedAt: room.lastConnectionAt,
    accesses: {
      everyone: accessOfPermissions(room.defaultAccesses),
      people: accessesOf(room.usersAccesses),
      groups: accessesOf(room.groupsAccesses),
    },
  };
}

function accessesOf(entries: Readonly<Record<string, readonly string[]>>): Record<string, Level> {
  const accesses: Record<string, Level> = {};
  for (const [id, permissions] of Object.entries(entries)) {
    const access = accessOfPermissions(permissions);
    if (access !== "none") accesses[id] = access;
  }
  return accesses;
}

/** A name from a form: without space around it; null if nothing is left, or too much. */
export function readName(value: unknown): string | null {
  const name = typeof value === "string" ? value.trim() : "";
  return name === "" || name.length > longestName ? null : name;
}
