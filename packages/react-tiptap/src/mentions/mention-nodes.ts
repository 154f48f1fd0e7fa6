/** The nodes of mentions, under the names and with the attributes that documents of both client families have. */
import { mergeAttributes, Node } from "@tiptap/core";
import type { Editor } from "@tiptap/core";
import type { Node as ProsemirrorNode } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { ReactRenderer } from "@tiptap/react";
import { MentionInText } from "./mention-in-text.tsx";
import { mentionNodeNames, readUserIds } from "./text-mention.ts";

const attributeOf = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(name),
  renderHTML: (attributes: Readonly<Record<string, unknown>>): Record<string, unknown> => {
    const value = attributes[name === "data-id" ? "id" : "notificationId"];
    return typeof value === "string" ? { [name]: value } : {};
  },
});

/** The name of whom a node mentions, kept up to date by React. The caret goes around it. */
export class MentionNodeView implements NodeView {
  readonly dom: HTMLElement;
  readonly #renderer: ReactRenderer;
  readonly #node: ProsemirrorNode;

  constructor(node: ProsemirrorNode, editor: Editor) {
    this.#node = node;
    const kind = node.type.name === mentionNodeNames.group ? "group" : "user";
    const props = { kind, id: String(node.attrs["id"]), isSelected: false };
    this.#renderer = new ReactRenderer(MentionInText, {
      editor,
      as: "span",
      className: "lb-tiptap-mention-view",
      props,
    });
    this.dom = this.#renderer.element;
    this.dom.contentEditable = "false";
  }

  update(node: ProsemirrorNode): boolean {
    return node.type === this.#node.type && node.attrs["id"] === this.#node.attrs["id"];
  }

  selectNode(): void {
    this.#renderer.updateProps({ isSelected: true });
  }

  deselectNode(): void {
    this.#renderer.updateProps({ isSelected: false });
  }

  ignoreMutation(mutation: { readonly type: string }): boolean {
    return mutation.type !== "selection";
  }

  destroy(): void {
    this.#renderer.destroy();
  }
}

const common = {
  group: "inline",
  inline: true,
  atom: true,
  selectable: true,
  draggable: false,
  priority: 101,
  addNodeView:
    () =>
    ({ node, editor }: { readonly node: ProsemirrorNode; readonly editor: Editor }) =>
      new MentionNodeView(node, editor),
  renderText: ({ node }: { readonly node: ProsemirrorNode }) => `@${String(node.attrs["id"])}`,
};

/** A user who is mentioned. */
export const MentionNode: Node = Node.create({
  ...common,
  name: mentionNodeNames.user,
  addAttributes: () => ({ id: attributeOf("data-id"), notificationId: attributeOf("data-notification-id") }),
  parseHTML: () => [{ tag: "liveblocks-mention" }],
  renderHTML: ({ node, HTMLAttributes }) => [
    "liveblocks-mention",
    mergeAttributes({ class: "lb-root lb-tiptap-mention" }, HTMLAttributes),
    `@${String(node.attrs["id"])}`,
  ],
});

/** A group that is mentioned. */
export const GroupMentionNode: Node = Node.create({
  ...common,
  name: mentionNodeNames.group,
  addAttributes: () => ({
    id: attributeOf("data-id"),
    userIds: {
      default: null,
      parseHTML: (element: HTMLElement) => element.dataset["userIds"] ?? null,
      renderHTML: ({ userIds }: { readonly userIds?: unknown }): Record<string, string> => {
        const members = readUserIds(userIds);
        return members === undefined ? {} : { "data-user-ids": JSON.stringify(members) };
      },
    },
    notificationId: attributeOf("data-notification-id"),
  }),
  parseHTML: () => [{ tag: "liveblocks-group-mention" }],
  renderHTML: ({ node, HTMLAttributes }) => [
    "liveblocks-group-mention",
    mergeAttributes({ class: "lb-root lb-tiptap-mention" }, HTMLAttributes),
    `@${String(node.attrs["id"])}`,
  ],
});
