/** Mentions in the text: suggestions while one is typed, the nodes, and what is called as mentions come and go. */
import { Extension } from "@tiptap/core";
import type { Editor, Range } from "@tiptap/core";
import { isChangeOrigin } from "@tiptap/extension-collaboration";
import { Fragment, Slice } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { ReactRenderer } from "@tiptap/react";
import { Suggestion } from "@tiptap/suggestion";
import type { SuggestionProps } from "@tiptap/suggestion";
import type { MentionData } from "@weft/client";
import { createMentionId } from "@weft/react-ui/text-editor";
import { GroupMentionNode, MentionNode } from "./mention-nodes.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import type { SuggestionListHandle, SuggestionListProps } from "./suggestion-list.tsx";
import { changedMentions, mentionNodeNames, mentionOf } from "./text-mention.ts";
import type { TextMention } from "./text-mention.ts";

/** Options of `MentionExtension`. */
export interface MentionExtensionOptions {
  /** A mention appeared by an edit of this user: typed, pasted, or by undo. */
  readonly onCreateMention: (mention: TextMention) => void;
  /** A mention disappeared by an edit of this user. */
  readonly onDeleteMention: (notificationId: string) => void;
  /** Whether the extension brings the nodes; by default it does. Editors of their own bring theirs, under the same names. */
  readonly mentionNodes: boolean;
}

const suggestionKey = new PluginKey<{ readonly active: boolean }>("weftMentionSuggestion");

/** Suggests users and groups after `@`, and tells of mentions that come and go by edits of this user. */
export const MentionExtension: Extension<MentionExtensionOptions> = Extension.create<MentionExtensionOptions>({
  name: "weftMentions",
  // Keys choose a suggestion before they split a list item or leave the editor.
  priority: 999,
  addOptions: () => ({ onCreateMention: () => {}, onDeleteMention: () => {}, mentionNodes: true }),
  addExtensions() {
    return this.options.mentionNodes ? [MentionNode, GroupMentionNode] : [];
  },
  onTransaction({ transaction, appendedTransactions }) {
    const { created, deleted } = changedMentions([transaction, ...appendedTransactions]);
    for (const id of deleted) this.options.onDeleteMention(id);
    for (const mention of created) this.options.onCreateMention(mention);
  },
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      Suggestion<MentionData, MentionData>({
        editor,
        pluginKey: suggestionKey,
        char: "@",
        allowedPrefixes: [" ", "\u00a0", "\u3000", "(", "[", "{", "\u201c", '"', "'"],
        decorationClass: "lb-root lb-tiptap-mention-query",
        allow: ({ state, range }) => isMentionAllowed(state.doc.resolve(range.from).parent.type.name, editor),
        // What another user writes at this user's caret suggests nothing, and closes nothing.
        shouldShow: ({ transaction, editor: { state } }) =>
          !isChangeOrigin(transaction) || suggestionKey.getState(state)?.active === true,
        command: ({ editor: of, range, props }) => insertMention(of, range, props),
        render: () => suggestionRenderer(),
      }),
      new Plugin({
        props: {
          // A copy is a mention of its own. One that is dragged to another place is the same.
          transformPasted: (slice, view) =>
            view.dragging?.move === true
              ? slice
              : new Slice(withNewMentionIds(slice.content), slice.openStart, slice.openEnd),
        },
      }),
    ];
  },
});

function isMentionAllowed(parent: string, editor: Editor): boolean {
  const { nodes } = editor.schema;
  const [type, mention] = [nodes[parent], nodes[mentionNodeNames.user]];
  return type?.spec.code !== true && mention !== undefined && type?.contentMatch.matchType(mention) !== null;
}

function insertMention(editor: Editor, range: Range, mention: MentionData): void {
  const attrs = { id: mention.id, notificationId: createMentionId() };
  const node =
    mention.kind === "user"
      ? { type: mentionNodeNames.user, attrs }
      : {
          type: mentionNodeNames.group,
          attrs: { ...attrs, userIds: mention.userIds === undefined ? null : JSON.stringify(mention.userIds) },
        };
  // A space that is there already is the one that follows the mention.
  const { nodeAfter } = editor.state.doc.resolve(range.to);
  const hasSpace = nodeAfter?.text?.startsWith(" ") === true;
  editor
    .chain()
    .focus()
    .insertContentAt({ from: range.from, to: range.to + (hasSpace ? 1 : 0) }, [node, { type: "text", text: " " }])
    .run();
}

function withNewMentionIds(fragment: Fragment): Fragment {
  const nodes = fragment.content.map((node) => {
    if (mentionOf(node) !== undefined)
      return node.type.create({ ...node.attrs, notificationId: createMentionId() }, node.content, node.marks);
    return node.content.size === 0 || node.isText ? node : node.copy(withNewMentionIds(node.content));
  });
  return Fragment.fromArray(nodes);
}

/** Shows the list as React components of the editor, so that it knows the room and the client. */
function suggestionRenderer() {
  let list: ReactRenderer<SuggestionListHandle, SuggestionListProps> | undefined;
  const close = () => {
    list?.destroy();
    list = undefined;
  };
  const propsOf = (suggestion: SuggestionProps<MentionData, MentionData>): SuggestionListProps => ({
    editor: suggestion.editor,
    text: suggestion.query,
    position: suggestion.range.from,
    onSelect: suggestion.command,
    onDismiss: close,
  });
  return {
    onStart(suggestion: SuggestionProps<MentionData, MentionData>) {
      list = new ReactRenderer(SuggestionList, { editor: suggestion.editor, props: propsOf(suggestion) });
    },
    onUpdate(suggestion: SuggestionProps<MentionData, MentionData>) {
      list?.updateProps(propsOf(suggestion));
    },
    onKeyDown({ event }: { readonly event: KeyboardEvent }): boolean {
      return list?.ref?.onKeyDown(event) ?? false;
    },
    onExit: close,
  };
}
