/** Changes of the members of a group. A user is in a group at most once. */
import { WeftError } from "@weft/protocol";
import type { GroupMember } from "./group-records.ts";

type Members = readonly GroupMember[];

/** The members with these users, of whom some may be members already. BAD_REQUEST if they are too many. */
export function withMembers(
  members: Members,
  ids: readonly string[],
  { addedAt, most }: { readonly addedAt: number; readonly most: number },
): Members {
  const known = new Set(members.map((member) => member.id));
  const added = [...new Set(ids)].filter((id) => !known.has(id)).map((id) => ({ id, addedAt }));
  const all = [...members, ...added];
  if (added.length > 0 && all.length > most)
    throw new WeftError("BAD_REQUEST", {
      message: `A group has at most ${most} members.`,
      suggestion: "Split the members into several groups.",
    });
  return all;
}

export function withoutMembers(members: Members, ids: readonly string[]): Members {
  const removed = new Set(ids);
  return members.filter((member) => !removed.has(member.id));
}

/** The ids of the users who were added and removed. */
export function differenceOf(before: Members, after: Members) {
  return { added: idsWithout(after, before), removed: idsWithout(before, after) };
}

function idsWithout(members: Members, others: Members): readonly string[] {
  const known = new Set(others.map(({ id }) => id));
  return members.map(({ id }) => id).filter((id) => !known.has(id));
}
