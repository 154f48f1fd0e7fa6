/**
 * The nodes that editors with comments and mentions add to a document. Their types and properties are those in the Yjs documents that
 * such editors write.
 */
import { DecoratorNode, ElementNode } from "lexical";
import type { EditorConfig, NodeKey, SerializedElementNode, SerializedLexicalNode, Spread } from "lexical";

/** The DOM in which HTML is written; it is there while it is written. */
function newElement(name: string, attributes: Readonly<Record<string, string>>, text?: string): HTMLElement {
  interface Made {
    textContent: string;
    setAttribute(name: string, value: string): void;
  }
  const { document } = globalThis as unknown as { document: { createElement(name: string): Made } };
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  if (text !== undefined) element.textContent = text;
  const made: unknown = element;
  return made as HTMLElement;
}

/** JSON of commented text. */
export type SerializedThreadMark = Spread<{ ids: string[] }, SerializedElementNode>;

/** Text with comments: the ids of their threads. */
export class ThreadMarkNode extends ElementNode {
  __ids: string[];

  constructor(ids: readonly string[] = [], key?: NodeKey) {
    super(key);
    this.__ids = [...ids];
  }

  static override getType(): string {
    return "lb-thread-mark";
  }

  static override clone(node: ThreadMarkNode): ThreadMarkNode {
    return new ThreadMarkNode(node.__ids, node.__key);
  }

  static override importJSON(json: SerializedThreadMark): ThreadMarkNode {
    return new ThreadMarkNode(json.ids).updateFromJSON(json);
  }

  override exportJSON(): SerializedThreadMark {
    return { ...super.exportJSON(), ids: this.getIDs() };
  }

  /** The ids of the threads. */
  getIDs(): string[] {
    return [...this.getLatest().__ids];
  }

  override createDOM(_config: EditorConfig): HTMLElement {
    return newElement("mark", { "data-thread-ids": this.getIDs().join(" ") });
  }

  override updateDOM(): boolean {
    return false;
  }

  override isInline(): boolean {
    return true;
  }

  override canBeEmpty(): boolean {
    return false;
  }

  override canInsertTextBefore(): boolean {
    return false;
  }

  override canInsertTextAfter(): boolean {
    return false;
  }
}

/** JSON of a mention. `value` is the id of the notification. */
export type SerializedMention = Spread<{ value: string; userId?: string }, SerializedLexicalNode>;

/** A mention of a user. */
export class MentionNode extends DecoratorNode<null> {
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

  static override clone(node: MentionNode): MentionNode {
    return new MentionNode(node.__id, node.__userId, node.__key);
  }

  static override importJSON(json: SerializedMention): MentionNode {
    return new MentionNode(json.value, json.userId).updateFromJSON(json);
  }

  override exportJSON(): SerializedMention {
    const { __id, __userId } = this.getLatest();
    return { ...super.exportJSON(), value: __id, userId: __userId };
  }

  /** The id of the notification. */
  getId(): string {
    return this.getLatest().__id;
  }

  getUserId(): string {
    return this.getLatest().__userId;
  }

  override getTextContent(): string {
    return `@${this.getUserId()}`;
  }

  override createDOM(): HTMLElement {
    return newElement("span", { "data-mention": "", "data-user-id": this.getUserId() }, this.getTextContent());
  }

  override updateDOM(): boolean {
    return false;
  }

  override decorate(): null {
    return null;
  }

  override isInline(): boolean {
    return true;
  }
}

/** JSON of a mention of a group. `value` is the id of the notification. */
export type SerializedGroupMention = Spread<
  { value: string; groupId?: string; userIds?: string[] },
  SerializedLexicalNode
>;

/** A mention of a group, with its members if the editor chose them. */
export class GroupMentionNode extends DecoratorNode<null> {
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

  static override clone(node: GroupMentionNode): GroupMentionNode {
    return new GroupMentionNode(node.__id, node.__groupId, node.__userIds, node.__key);
  }

  static override importJSON(json: SerializedGroupMention): GroupMentionNode {
    return new GroupMentionNode(json.value, json.groupId, json.userIds).updateFromJSON(json);
  }

  override exportJSON(): SerializedGroupMention {
    const { __id, __groupId, __userIds } = this.getLatest();
    return {
      ...super.exportJSON(),
      value: __id,
      groupId: __groupId,
      ...(__userIds !== undefined && { userIds: [...__userIds] }),
    };
  }

  /** The id of the notification. */
  getId(): string {
    return this.getLatest().__id;
  }

  getGroupId(): string {
    return this.getLatest().__groupId;
  }

  /** The members, if the editor chose them. */
  getUserIds(): string[] | undefined {
    return this.getLatest().__userIds;
  }

  override getTextContent(): string {
    return `@${this.getGroupId()}`;
  }

  override createDOM(): HTMLElement {
    return newElement("span", { "data-mention": "", "data-group-id": this.getGroupId() }, this.getTextContent());
  }

  override updateDOM(): boolean {
    return false;
  }

  override decorate(): null {
    return null;
  }

  override isInline(): boolean {
    return true;
  }
}
