/**
 * Who may do what with a document. Weft enforces these rules for everyone who connects to the room; this app enforces
 * them for what it does with its secret key, which may do everything.
 */

export type Level = "read" | "write";
export type Access = "none" | Level;

/** The accesses of a document, as the room stores them. */
export interface Accesses {
  /** Everyone who is signed in. */
  readonly everyone: Access;
  readonly people: Readonly<Record<string, Level>>;
  readonly groups: Readonly<Record<string, Level>>;
}

/** Whose access is changed. */
export type Grantee =
  | { readonly kind: "everyone" }
  | { readonly kind: "person"; readonly id: string }
  | { readonly kind: "group"; readonly id: string };

/** The user’s own entry counts, or else the strongest of their groups’, or else the one for everyone. */
export function accessOf(
  accesses: Accesses,
  user: { readonly id: string; readonly groupIds: readonly string[] },
): Access {
  const own = accesses.people[user.id];
  if (own !== undefined) return own;
  const ofGroups = user.groupIds.flatMap((id) => accesses.groups[id] ?? []);
  if (ofGroups.includes("write")) return "write";
  return ofGroups.includes("read") ? "read" : accesses.everyone;
}

/** The permissions in Weft that give an access. */
export function permissionsOf(access: Access): ["*:read"] | ["*:write"] | [] {
  return access === "none" ? [] : access === "read" ? ["*:read"] : ["*:write"];
}

export function accessOfPermissions(list: readonly string[]): Access {
  if (list.includes("*:write") || list.includes("room:write")) return "write";
  return list.includes("*:read") || list.includes("room:read") ? "read" : "none";
}

/** A value from a form, which may hold anything. */
export function readAccess(value: unknown): Access | null {
  return value === "none" || value === "read" || value === "write" ? value : null;
}
