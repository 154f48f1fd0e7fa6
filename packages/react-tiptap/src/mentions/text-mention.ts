/** Mentions in the text of a document: which of its nodes they are, and which of them an edit has made and removed. */
import type { MentionData } from "@weft/client";
import type { Node } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import { ySyncPluginKey } from "@tiptap/y-tiptap";

/** The names of the nodes in documents of both client families. */
export const mentionNodeNames = { user: "liveblocksMention", group: "liveblocksGroupMention" } as const;

/** A mention of a text. */
export type TextMention = MentionData & {
  /** Begins with `in_`: the inbox notification of the mention. */
  readonly notificationId: string;
};

/** The mention that a node is, if a user can be notified of it. */
export function mentionOf({ type, attrs }: Node): TextMention | undefined {
  const { id, notificationId, userIds } = attrs as Readonly<Record<string, unknown>>;
  if (typeof id !== "string" || typeof notificationId !== "string") return undefined;
  if (type.name === mentionNodeNames.user) return { kind: "user", id, notificationId };
  if (type.name !== mentionNodeNames.group) return undefined;
  const members = readUserIds(userIds);
  return { kind: "group", id, notificationId, ...(members !== undefined && { userIds: members }) };
}

/** Members that were chosen when the group was mentioned: a list, or the JSON text of one, as documents have it. */
export function readUserIds(value: unknown): readonly string[] | undefined {
  let list = value;
  if (typeof value === "string")
    try {
      list = JSON.parse(value);
    } catch {
      return undefined;
    }
  return Array.isArray(list) && list.every((id) => typeof id === "string") ? list : undefined;
}

/** What a user's own edits have done to mentions. */
export interface MentionChanges {
  readonly created: readonly TextMention[];
  /** Their notification ids. */
  readonly deleted: readonly string[];
}

const none: MentionChanges = { created: [], deleted: [] };

/** Whether an edit is this user's: undo arrives from the Yjs document as what others write does, and says so. */
function isOwn(transaction: Transaction): boolean {
  const change = transaction.getMeta(ySyncPluginKey) as
    | { readonly isChangeOrigin?: boolean; readonly isUndoRedoOperation?: boolean }
    | undefined;
  return change?.isChangeOrigin !== true || change.isUndoRedoOperation === true;
}

/**
 * The mentions that appeared in the document or disappeared from it by this user's edits, by what each edit has replaced: a key that
 * is typed looks at no more than the letters around it. Mentions that were moved have done neither.
 */
export function changedMentions(transactions: readonly Transaction[]): MentionChanges {
  const balances = new Map<string, number>();
  const seen = new Map<string, TextMention>();
  const scan = (doc: Node, from: number, to: number, by: 1 | -1) => {
    if (to <= from) return;
    doc.nodesBetween(from, to, (node, position) => {
      const mention = position >= from && node.isLeaf ? mentionOf(node) : undefined;
      if (mention === undefined) return;
      seen.set(mention.notificationId, mention);
      balances.set(mention.notificationId, (balances.get(mention.notificationId) ?? 0) + by);
    });
  };
  const own = transactions.filter((transaction) => transaction.docChanged && isOwn(transaction));
  for (const { steps, docs, doc, mapping } of own)
    for (const [index] of steps.entries()) {
      const [before, after] = [docs[index] ?? doc, docs[index + 1] ?? doc];
      mapping.maps[index]?.forEach((oldStart, oldEnd, newStart, newEnd) => {
        scan(before, oldStart, oldEnd, -1);
        scan(after, newStart, newEnd, 1);
      });
    }
  const changed = Array.from(balances).filter(([, balance]) => balance !== 0);
  const [first, last] = [own[0], own.at(-1)];
  if (changed.length === 0 || first === undefined || last === undefined) return none;
  const [before, after] = [notificationIdsIn(first.before), notificationIdsIn(last.doc)];
  const created: TextMention[] = [];
  const deleted: string[] = [];
  for (const [id] of changed) {
    const mention = seen.get(id);
    if (mention !== undefined && after.has(id) && !before.has(id)) created.push(mention);
    if (before.has(id) && !after.has(id)) deleted.push(id);
  }
  return { created, deleted };
}

function notificationIdsIn(doc: Node): ReadonlySet<string> {
  const ids = new Set<string>();
  doc.descendants((node) => {
    const mention = mentionOf(node);
    if (mention !== undefined) ids.add(mention.notificationId);
  });
  return ids;
}
