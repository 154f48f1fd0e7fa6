/** What a room gives to everybody, to a user or to a group, as three words. */
export type AccessLevel = "none" | "read" | "write";

export const accessLevels: readonly { readonly value: AccessLevel; readonly label: string }[] = [
  { value: "none", label: "No access" },
  { value: "read", label: "Read" },
  { value: "write", label: "Read and write" },
];

/** The level that a list of permissions comes to; undefined for one that the three words do not say. */
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
