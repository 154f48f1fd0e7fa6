/** What this package shows of users. Applications may put anything into their info. */
export interface ShownInfo {
  readonly name?: string;
  readonly avatar?: string;
  readonly color?: string;
}

/** The fields that are texts. */
export function shownInfo(info: unknown): ShownInfo {
  if (typeof info !== "object" || info === null) return {};
  const { name, avatar, color } = info as Record<string, unknown>;
  return { name: textOf(name), avatar: textOf(avatar), color: textOf(color) };
}

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
