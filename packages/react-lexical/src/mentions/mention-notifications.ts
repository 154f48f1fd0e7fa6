import { createMentionId, useTextMentions } from "@weft/react-ui/text-editor";
import type { TextMentionCalls } from "@weft/react-ui/text-editor";
import type { LexicalEditor, NodeKey, NodeMutation } from "lexical";
import { $getNodeByKey, COLLABORATION_TAG } from "lexical";
import { useEffect } from "react";
import { $isMentionNode, EditorGroupMentionNode, UserMentionNode } from "../nodes/mention-nodes.tsx";

/** Tells the server of mentions that this user writes and deletes (client-api 8.1), also by undo, and not of those of others. */
export function useMentionNotifications(editor: LexicalEditor): void {
  const mentions = useTextMentions();
  useEffect(() => followMentions(editor, mentions), [editor, mentions]);
}

/** What `useMentionNotifications` does, until the returned function is called. */
export function followMentions(editor: LexicalEditor, mentions: TextMentionCalls): () => void {
  const idOf = new Map<NodeKey, string>();
  const countOf = new Map<string, number>();
  const count = (id: string, by: number) => {
    const next = (countOf.get(id) ?? 0) + by;
    if (next > 0) countOf.set(id, next);
    else countOf.delete(id);
  };
  const changed = (mutations: ReadonlyMap<NodeKey, NodeMutation>, { updateTags }: { updateTags: Set<string> }) => {
    const isOfOthers = updateTags.has(COLLABORATION_TAG);
    const before = new Set(countOf.keys());
    const copies: NodeKey[] = [];
    const created: (() => void)[] = [];
    // A mention that is shown by another node than before is the same one.
    for (const [key, mutation] of mutations) {
      if (mutation !== "destroyed") continue;
      count(idOf.get(key) ?? "", -1);
      idOf.delete(key);
    }
    editor.getEditorState().read(() => {
      for (const [key, mutation] of mutations) {
        const node = mutation === "destroyed" ? null : $getNodeByKey(key);
        if (!$isMentionNode(node)) continue;
        const id = node.getMentionId();
        const known = idOf.get(key);
        if (known === id) continue;
        if (known !== undefined) count(known, -1);
        if (countOf.has(id) && !isOfOthers) copies.push(key);
        else if (!before.has(id)) {
          const mention = node.getMention();
          created.push(() => mentions.created(mention, id));
        }
        count(id, 1);
        idOf.set(key, id);
      }
    });
    if (isOfOthers) return;
    for (const tell of created) tell();
    for (const id of before) if (!countOf.has(id)) mentions.deleted(id);
    // What is pasted twice mentions twice.
    if (copies.length > 0)
      editor.update(() => {
        for (const key of copies) {
          const node = $getNodeByKey(key);
          if ($isMentionNode(node)) node.setMentionId(createMentionId());
        }
      });
  };
  const stops = [UserMentionNode, EditorGroupMentionNode].map((klass) => {
    // What the editor shows already has been told of.
    let isInitial = true;
    const stop = editor.registerMutationListener(
      klass,
      (mutations, payload) => {
        const updateTags = isInitial ? new Set([COLLABORATION_TAG]) : payload.updateTags;
        changed(mutations, { updateTags });
      },
      { skipInitialization: false },
    );
    isInitial = false;
    return stop;
  });
  return () => {
    for (const stop of stops) stop();
  };
}
