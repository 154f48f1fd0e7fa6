import type { AiMessage } from "@weft/protocol";

/** A message as a conversation shows it, with its alternatives: other answers or earlier wordings. */
export interface BranchEntry {
  readonly message: AiMessage;
  /** Its index among its siblings, from 0, and their number. */
  readonly index: number;
  readonly count: number;
  /** The ends of the branches that the siblings before and after it lead to. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/**
 * The branch of a tree of messages that ends in `head`, or in the newest message. Deleted messages are skipped; those
 * below them stay.
 */
export function branchOf(tree: ReadonlyMap<string, AiMessage> | undefined, head?: string): BranchEntry[] {
  if (tree === undefined) return [];
  const children = new Map<string | null, AiMessage[]>();
  for (const message of tree.values()) {
    const siblings = children.get(message.parentId);
    if (siblings === undefined) children.set(message.parentId, [message]);
    else siblings.push(message);
  }
  for (const siblings of children.values()) siblings.sort(byAge);

  const chosen = head === undefined ? undefined : tree.get(head);
  const end = chosen === undefined || chosen.deletedAt !== undefined ? newest([...tree.values()]) : chosen;
  const entries: BranchEntry[] = [];
  const seen = new Set<string>();
  for (
    let at = end;
    at !== undefined && !seen.has(at.id);
    at = at.parentId === null ? undefined : tree.get(at.parentId)
  ) {
    seen.add(at.id);
    if (at.deletedAt !== undefined) continue;
    const siblings = (children.get(at.parentId) ?? []).filter(({ deletedAt }) => deletedAt === undefined);
    const index = siblings.indexOf(at);
    const leadsTo = (sibling: AiMessage | undefined) =>
      sibling === undefined ? undefined : (newest(below(sibling, children)) ?? sibling).id;
    entries.push({
      message: at,
      index,
      count: siblings.length,
      previous: leadsTo(siblings[index - 1]),
      next: leadsTo(siblings[index + 1]),
    });
  }
  return entries.toReversed();
}

function below(message: AiMessage, children: ReadonlyMap<string | null, readonly AiMessage[]>): AiMessage[] {
  const found: AiMessage[] = [];
  const open = [message];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    found.push(next);
    open.push(...(children.get(next.id) ?? []));
  }
  return found;
}

function newest(messages: readonly AiMessage[]): AiMessage | undefined {
  return messages
    .filter(({ deletedAt }) => deletedAt === undefined)
    .reduce<AiMessage | undefined>((best, one) => (best === undefined || byAge(best, one) < 0 ? one : best), undefined);
}

function byAge(a: AiMessage, b: AiMessage): number {
  return a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1;
}
