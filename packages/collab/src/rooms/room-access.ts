import { defaultOrganization, limits } from "@weft/protocol";
import type { JsonObject, Permission } from "@weft/protocol";
import { mergeAccesses, mergePatterns } from "../access/levels.ts";
import type { Grants } from "../access/levels.ts";
import type { AccessTokenClaims, IdTokenClaims } from "../access/tokens.ts";
import type { RoomRecord } from "./room-records.ts";
import type { RoomDraft } from "./room-rules.ts";

/** A credential for a room, verified and decoded. */
export type RoomCredential =
  | AccessTokenClaims
  | IdTokenClaims
  | {
      readonly kind: "publicKey";
      /** The project's `publicKeyCreatesRooms`. */
      readonly createsRooms: boolean;
    };

/** The user whom a credential names. */
export interface CredentialUser {
  /** Absent for public keys: anonymous. */
  readonly userId?: string;
  readonly userInfo?: JsonObject;
  /** When the credential stops opening anything, leeway included; absent for public keys. */
  readonly expiresAt?: number;
}

export function userOfCredential(credential: RoomCredential): CredentialUser {
  if (credential.kind === "publicKey") return {};
  return {
    userId: credential.userId,
    userInfo: credential.userInfo,
    expiresAt: credential.expiresAt + limits.tokenLeewayMs,
  };
}

/** The rights that the room's accesses give to a user: an anonymous one, unless a user id or groups are named. */
export function accessesOf(
  room: RoomRecord,
  who: { readonly userId?: string; readonly groupIds?: readonly string[] },
): Grants {
  return mergeAccesses({
    defaults: room.defaultAccesses,
    groups: (who.groupIds ?? []).map((group) => room.groupsAccesses.get(group) ?? []),
    user: (who.userId === undefined ? undefined : room.usersAccesses.get(who.userId)) ?? [],
  });
}

/** The organization that a credential is for. One that names none is for the default organization, not for all. */
function organizationOf(credential: RoomCredential): string {
  return (credential.kind === "publicKey" ? undefined : credential.organizationId) ?? defaultOrganization;
}

/** What a credential gives in an existing room; no level for the room itself means no entry. */
export function grantsIn(room: RoomRecord, credential: RoomCredential): Grants {
  if (organizationOf(credential) !== room.organizationId) return {};
  if (credential.kind === "publicKey") return accessesOf(room, {});
  if (credential.kind === "id") return accessesOf(room, credential);
  return mergePatterns(credential.permissions, room.id) ?? {};
}

/** The room that a credential may bring into being by entering it, or undefined. */
export function draftFor(roomId: string, credential: RoomCredential): RoomDraft | undefined {
  // The rights of an id token come from the room, which does not exist.
  if (credential.kind === "id") return undefined;
  if (credential.kind === "publicKey") return credential.createsRooms ? { defaultAccesses: publicAccesses } : undefined;
  const level = mergePatterns(credential.permissions, roomId)?.room ?? "none";
  if (level === "none") return undefined;
  return { defaultAccesses: [], organizationId: organizationOf(credential) };
}

const publicAccesses: readonly Permission[] = ["room:write"];
