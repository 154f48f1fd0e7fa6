/**
 * What a room may hold, and how a change is merged with it. Schemas at the edges check the shape of a body; the rules
 * here are those that need the room as it will be (fifty metadata entries after merging), and they hold for every
 * caller: REST, sockets that create the room they enter, the dashboard.
 */
import { isStorable, limits, storableRule, WeftError } from "@weft/protocol";
import type { Limits, Permission, RoomId } from "@weft/protocol";
import { invalid } from "../invalid.ts";
import type { RoomRecord } from "./room-records.ts";

export type MetadataValue = string | readonly string[];

/** The attributes of a new room. Absent members take their defaults. */
export interface RoomDraft {
  readonly defaultAccesses: readonly Permission[];
  readonly usersAccesses?: ReadonlyMap<string, readonly Permission[]>;
  readonly groupsAccesses?: ReadonlyMap<string, readonly Permission[]>;
  readonly metadata?: ReadonlyMap<string, MetadataValue>;
  readonly organizationId?: string;
}

/** A change: absent members stay, a null member is emptied, a null entry removes that entry. */
export interface RoomPatch {
  readonly defaultAccesses?: readonly Permission[] | null;
  readonly usersAccesses?: ReadonlyMap<string, readonly Permission[] | null> | null;
  readonly groupsAccesses?: ReadonlyMap<string, readonly Permission[] | null> | null;
  readonly metadata?: ReadonlyMap<string, MetadataValue | null> | null;
}

/** The members of a room that its callers decide. */
export type RoomAttributes = Pick<RoomRecord, "defaultAccesses" | "usersAccesses" | "groupsAccesses" | "metadata">;

/** Whether a new room may have this id. `*` is left to permission patterns. */
export function isNewRoomId(id: string): id is RoomId {
  return id.length > 0 && id.length <= limits.roomIdLength && !id.includes("*") && isStorable(id);
}

/** Refuses ids that `isNewRoomId` denies, with an error that names the member. */
export function checkNewRoomId(id: string, member: "id" | "roomId" | "newRoomId"): RoomId {
  if (isNewRoomId(id)) return id;
  if (id.length === 0 || id.length > limits.roomIdLength) {
    throw invalid([member], `must be 1 to ${limits.roomIdLength} characters long.`);
  }
  throw invalid([member], id.includes("*") ? "must not contain '*'." : storableRule);
}

export function checkOrganizationId(id: string, member = "organizationId"): string {
  if (id.length === 0 || id.length > limits.organizationIdLength) {
    throw invalid([member], `must be 1 to ${limits.organizationIdLength} characters long.`);
  }
  if (!isStorable(id)) throw invalid([member], storableRule);
  return id;
}

/** The bounds that an operator may have changed. */
export type RoomBounds = Pick<Limits, "accessEntries">;

/** The attributes of a room that is created now. Throws UNPROCESSABLE_ENTITY. */
export function draftAttributes(draft: RoomDraft, bounds: RoomBounds): RoomAttributes {
  const attributes = {
    defaultAccesses: draft.defaultAccesses,
    usersAccesses: draft.usersAccesses ?? new Map<string, readonly Permission[]>(),
    groupsAccesses: draft.groupsAccesses ?? new Map<string, readonly Permission[]>(),
    metadata: draft.metadata ?? new Map<string, MetadataValue>(),
  };
  checkIds("usersAccesses", attributes.usersAccesses, limits.accessIdLengthOnCreate);
  checkIds("groupsAccesses", attributes.groupsAccesses, limits.accessIdLengthOnUpdate);
  checkMetadata(attributes.metadata);
  checkCounts(attributes, bounds);
  return attributes;
}

/** The attributes after a change. Only what the change brings is checked, and how many there are in the end. */
export function patchedAttributes(before: RoomAttributes, patch: RoomPatch, bounds: RoomBounds): RoomAttributes {
  checkIds("usersAccesses", patch.usersAccesses, limits.accessIdLengthOnUpdate);
  checkIds("groupsAccesses", patch.groupsAccesses, limits.accessIdLengthOnUpdate);
  if (patch.metadata) checkMetadata(patch.metadata);
  const after = {
    defaultAccesses: patch.defaultAccesses === undefined ? before.defaultAccesses : (patch.defaultAccesses ?? []),
    usersAccesses: merged(before.usersAccesses, patch.usersAccesses),
    groupsAccesses: merged(before.groupsAccesses, patch.groupsAccesses),
    metadata: merged(before.metadata, patch.metadata),
  };
  checkCounts(after, bounds);
  return after;
}

/** The attributes of a room that an upsert creates: `create`, with `update` on top. */
export function upsertedAttributes(
  update: RoomPatch,
  create: Partial<RoomDraft> | undefined,
  bounds: RoomBounds,
): RoomAttributes {
  const defaultAccesses = create?.defaultAccesses ?? update.defaultAccesses;
  if (!defaultAccesses) throw new WeftError("UNPROCESSABLE_ENTITY", { message: "Missing key: 'defaultAccesses'." });
  return patchedAttributes(draftAttributes({ ...create, defaultAccesses }, bounds), update, bounds);
}

/** Whether nothing would change: then nothing is written, and no one is notified. */
export function sameAttributes(a: RoomAttributes, b: RoomAttributes): boolean {
  return (
    sameValue(a.defaultAccesses, b.defaultAccesses) &&
    sameMap(a.usersAccesses, b.usersAccesses) &&
    sameMap(a.groupsAccesses, b.groupsAccesses) &&
    sameMap(a.metadata, b.metadata)
  );
}

/** The entries after a change: null removes an entry, and null in the place of the change removes all. */
export function merged<V>(
  before: ReadonlyMap<string, V>,
  patch: ReadonlyMap<string, V | null> | null | undefined,
): ReadonlyMap<string, V> {
  if (patch === undefined) return before;
  if (patch === null) return new Map();
  const after = new Map(before);
  for (const [key, value] of patch) {
    if (value === null) after.delete(key);
    else after.set(key, value);
  }
  return after;
}

function checkIds(
  member: "usersAccesses" | "groupsAccesses",
  accesses: ReadonlyMap<string, readonly Permission[] | null> | null | undefined,
  longest: number,
): void {
  for (const [id, permissions] of accesses ?? []) {
    // An entry may always be removed, however it came to be there.
    if (permissions === null) continue;
    checkKey([member, id], longest);
  }
}

function checkKey(path: readonly [member: string, key: string], longest: number): void {
  if (path[1].length > longest) throw invalid(path, `the key must be at most ${longest} characters long.`);
  if (!isStorable(path[1])) throw invalid(path, `the key ${storableRule}`);
}

/** Checks keys and values; how many there may be is counted after merging. */
export function checkMetadata(metadata: ReadonlyMap<string, MetadataValue | null>): void {
  for (const [key, value] of metadata) {
    if (value === null) continue;
    checkKey(["metadata", key], limits.metadataKeyLength);
    const texts: readonly (readonly [path: readonly (string | number)[], text: string])[] =
      typeof value === "string" ? [[["metadata", key], value]] : value.map((text, at) => [["metadata", key, at], text]);
    for (const [path, text] of texts) {
      if (text.length > limits.metadataValueLength) {
        throw invalid(path, `must be at most ${limits.metadataValueLength} characters long.`);
      }
      if (!isStorable(text)) throw invalid(path, storableRule);
    }
  }
}

function checkCounts(attributes: RoomAttributes, bounds: RoomBounds): void {
  for (const [member, most] of [
    ["metadata", limits.metadataEntries],
    ["usersAccesses", bounds.accessEntries],
    ["groupsAccesses", bounds.accessEntries],
  ] as const) {
    if (attributes[member].size > most) throw invalid([member], `must have at most ${most} entries.`);
  }
}

function sameMap(a: ReadonlyMap<string, MetadataValue>, b: ReadonlyMap<string, MetadataValue>): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [key, value] of a) {
    const other = b.get(key);
    if (other === undefined || !sameValue(value, other)) return false;
  }
  return true;
}

function sameValue(a: MetadataValue, b: MetadataValue): boolean {
  if (typeof a === "string" || typeof b === "string") return a === b;
  return a.length === b.length && a.every((item, at) => item === b[at]);
}
