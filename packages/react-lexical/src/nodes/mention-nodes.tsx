/** The nodes of mentions. Their types and properties are those in the documents of editors with mentions. */
import type { MentionData } from "@weft/client";
import { MentionLabel } from "@weft/react-ui/text-editor";
import type { EditorConfig, LexicalNode, NodeKey, SerializedLexicalNode, Spread } from "lexical";
import { DecoratorNode } from "lexical";
import type { ReactNode } from "react";

/** JSON of a mention. `value` is the id of the mention. */
export type SerializedUserMentionNode = Spread<{ value: string; userId?: string }, SerializedLexicalNode>;
/** JSON of a mention of a group. `value` is the id of the mention. */
export type SerializedGroupMentionNode = Spread<
  { value: string; groupId?: string; userIds?: string[] },
  SerializedLexicalNode
>;

const stringOf = (value: unknown): string => (typeof value === "string" ? value : "");

function createElement({ theme }: EditorConfig): HTMLElement {
  const element = document.createElement("span");
  const { lbMention } = theme as { readonly lbMention?: unknown };
  element.className = `lb-root lb-lexical-mention-wrapper${typeof lbMention === "string" ? ` ${lbMention}` : ""}`;
  return element;
}

/** A mention of a user. */
export class UserMentionNode extends DecoratorNode<ReactNode> {
  __id: string;
  __userId: string;

  constructor(id = "", userId = "", key?: NodeKey) {
    super(key);
    this.__id = id;
    this.__userId = userId;
  }

  static override getType(): string {
    return "lb-mention";
  }

  static override clone(node: UserMentionNode): UserMentionNode {
    return new UserMentionNode(node.__id, node.__userId, node.__key);
  }

  static override importJSON(json: SerializedUserMentionNode): UserMentionNode {
    return new UserMentionNode(stringOf(json.value), stringOf(json.userId)).updateFromJSON(json);
  }

  override exportJSON(): SerializedUserMentionNode {
    return { ...super.exportJSON(), value: this.getMentionId(), userId: this.getMention().id };
  }

  /** The id that its notification is found by. */
  getMentionId(): string {
    return stringOf(this.getLatest().__id);
  }

  setMentionId(id: string): void {
    this.getWritable().__id = id;
  }

  getMention(): MentionData {
    return { kind: "user", id: stringOf(this.getLatest().__userId) };
  }

  override getTextContent(): string {
    return `@${this.getMention().id}`;
  }

  override createDOM(config: EditorConfig): HTMLElement {
    return createElement(config);
  }

  override updateDOM(): boolean {
    return false;
  }

  override isInline(): boolean {
    return true;
  }

  override decorate(): ReactNode {
    return <MentionLabel mention={this.getMention()} className="lb-lexical-mention" />;
  }
}

/** A mention of a group, with its members if the application chose them. */
export class EditorGroupMentionNode extends DecoratorNode<ReactNode> {
  __id: string;
  __groupId: string;
  __userIds: string[] | undefined;

  constructor(id = "", groupId = "", userIds?: readonly string[], key?: NodeKey) {
    super(key);
    this.__id = id;
    this.__groupId = groupId;
    this.__userIds = userIds === undefined ? undefined : [...userIds];
  }

  static override getType(): string {
    return "lb-group-mention";
  }

  static override clone(node: EditorGroupMentionNode): EditorGroupMentionNode {
    return new EditorGroupMentionNode(node.__id, node.__groupId, node.__userIds, node.__key);
  }

  static override importJSON(json: SerializedGroupMentionNode): EditorGroupMentionNode {
    return new EditorGroupMentionNode(stringOf(json.value), stringOf(json.groupId), json.userIds).updateFromJSON(json);
  }

  override exportJSON(): SerializedGroupMentionNode {
    const { id, userIds } = this.getMention();
    return {
      ...super.exportJSON(),
      value: this.getMentionId(),
      groupId: id,
      ...(userIds !== undefined && { userIds: [...userIds] }),
    };
  }

  /** The id that its notifications are found by. */
  getMentionId(): string {
    return stringOf(this.getLatest().__id);
  }

  setMentionId(id: string): void {
    this.getWritable().__id = id;
  }

  getMention(): MentionData & { readonly kind: "group" } {
    const { __groupId: id, __userIds: userIds } = this.getLatest();
    const members = Array.isArray(userIds) ? userIds.filter((each) => typeof each === "string") : undefined;
    return { kind: "group", id: stringOf(id), ...(members !== undefined && { userIds: members }) };
  }

  override getTextContent(): string {
    return `@${this.getMention().id}`;
  }

  override createDOM(config: EditorConfig): HTMLElement {
    return createElement(config);
  }

  override updateDOM(): boolean {
    return false;
  }

  override isInline(): boolean {
    return true;
  }

  override decorate(): ReactNode {
    return <MentionLabel mention={this.getMention()} className="lb-lexical-mention" />;
  }
}

/** A mention of a user or of a group. */
export type AnyMentionNode = UserMentionNode | EditorGroupMentionNode;

/** Whether a node is a mention. */
export function $isMentionNode(node: LexicalNode | null | undefined): node is AnyMentionNode {
  return node instanceof UserMentionNode || node instanceof EditorGroupMentionNode;
}

/** A node that mentions a user or a group. */
export function $createMentionNode(mention: MentionData, mentionId: string): AnyMentionNode {
  return mention.kind === "user"
    ? new UserMentionNode(mentionId, mention.id)
    : new EditorGroupMentionNode(mentionId, mention.id, mention.userIds);
}
