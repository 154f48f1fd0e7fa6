/** A room's access for everyone, for a user or for a group, as one of three levels. */
export type AccessLevel = "none" | "read" | "write";

export const accessLevels: readonly { readonly value: AccessLevel; readonly label: string }[] = [
  { value: "none", label: "No access" },
  { value: "read", label: "Read" },
  { value: "write", label: "Read and write" },
];

/** The level of a list of permissions; undefined if it is none of the three. */
export function levelOf(permissions: readonly string[]): AccessLevel | undefined {
  const list = [...permissions].toSorted().join(" ");
  if (list === "") return "none";
  if (list === "room:write" || list === "*:write") return "write";
  if (["room:read", "*:read", "room:presence:write room:read", "*:read room:presence:write"].includes(list))
    return "read";
  return undefined;
}

/** The permissions to send for a level. */
export function permissionsOf(level: AccessLevel): string[] {
  if (level === "none") return [];
  return level === "read" ? ["room:read", "room:presence:write"] : ["room:write"];
}
