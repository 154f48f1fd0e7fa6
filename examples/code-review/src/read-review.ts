import { entriesOf } from "@weft/example-shared/entries-of";
import { verdicts } from "./room-types.ts";
import type { Verdict } from "./room-types.ts";

/** The key of a file that a user has viewed. User IDs have no spaces. */
export function viewedKey(userId: string, file: string): string {
  return `${userId} ${file}`;
}

/** The users who have viewed each file. Any client in the room may store anything: unknown users and files are left out. */
export function readViewed(
  stored: unknown,
  userIds: ReadonlySet<string>,
  files: readonly { readonly path: string }[],
): ReadonlyMap<string, readonly string[]> {
  const keys = new Set(entriesOf(stored).flatMap(([key, isViewed]) => (isViewed === true ? [key] : [])));
  return new Map(files.map(({ path }) => [path, [...userIds].filter((id) => keys.has(viewedKey(id, path)))]));
}

/** The verdicts of known users. */
export function readVerdicts(stored: unknown, userIds: ReadonlySet<string>): ReadonlyMap<string, Verdict> {
  return new Map(
    entriesOf(stored).flatMap(([userId, value]) => {
      const verdict = verdicts.find((one) => one === value);
      return verdict !== undefined && userIds.has(userId) ? [[userId, verdict] as const] : [];
    }),
  );
}

/** What the change waits for. */
export type State = "changes requested" | "unresolved threads" | "approved" | "waiting";

export function stateOf(given: ReadonlyMap<string, Verdict>, unresolved: number): State {
  const all = [...given.values()];
  if (all.includes("changes requested")) return "changes requested";
  if (unresolved > 0) return "unresolved threads";
  return all.length > 0 ? "approved" : "waiting";
}
