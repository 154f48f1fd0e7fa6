import type { Transaction } from "@tiptap/pm/state";
import { ySyncPluginKey } from "@tiptap/y-tiptap";

/** What the binding to Yjs says of a transaction that it has made: one that shows changes of others, or undo. */
export function syncOf(transaction: Transaction): unknown {
  return transaction.getMeta(ySyncPluginKey);
}
