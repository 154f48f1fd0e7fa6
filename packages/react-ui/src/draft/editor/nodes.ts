/** What the editor of comments has besides paragraphs and text: mentions and links. */
import type { MentionData } from "@weft/client";
import type {
  EditorConfig,
  LexicalEditor,
  LexicalNode,
  LexicalUpdateJSON,
  NodeKey,
  SerializedLexicalNode,
  SerializedTextNode,
  Spread,
} from "lexical";
import { $applyNodeReplacement, DecoratorNode, TextNode } from "lexical";

type SerializedMention = Spread<{ mention: MentionData }, SerializedLexicalNode>;

/** A mention of a user or a group. It is deleted as a whole. What it looks like is rendered by React, into its element. */
export class DraftMentionNode extends DecoratorNode<MentionData> {
  __mention: MentionData;

  constructor(mention: MentionData, key?: NodeKey) {
    super(key);
    this.__mention = mention;
  }

  static override getType(): string {
    return "mention";
  }

  static override clone(node: DraftMentionNode): DraftMentionNode {
    return new DraftMentionNode(node.__mention, node.__key);
  }

  static override importJSON(json: SerializedMention): DraftMentionNode {
    return $createMentionNode(json.mention);
  }

  override exportJSON(): SerializedMention {
    return { ...super.exportJSON(), mention: this.__mention };
  }

  override createDOM(): HTMLElement {
    const element = document.createElement("span");
    element.dataset["mention"] = this.__mention.id;
    return element;
  }

  override updateDOM(): boolean {
    return false;
  }

  override decorate(): MentionData {
    return this.__mention;
  }

  override getTextContent(): string {
    return `@${this.__mention.id}`;
  }

  override isInline(): true {
    return true;
  }

  /** The arrow keys pass it. */
  override isKeyboardSelectable(): boolean {
    return false;
  }

  getMention(): MentionData {
    return this.getLatest().__mention;
  }
}

export function $createMentionNode(mention: MentionData): DraftMentionNode {
  return $applyNodeReplacement(new DraftMentionNode(mention));
}

export function $isMentionNode(node: LexicalNode | null | undefined): node is DraftMentionNode {
  return node instanceof DraftMentionNode;
}

type SerializedLink = Spread<{ url: string | null }, SerializedTextNode>;

/**
 * Text that is a link. Links in comments have no marks, so one is a single node. If it has no URL of its own, its text is its URL,
 * and it is a link as long as that is one.
 */
export class LinkNode extends TextNode {
  __url: string | null;

  constructor(text: string, url: string | null, key?: NodeKey) {
    super(text, key);
    this.__url = url;
  }

  static override getType(): string {
    return "link";
  }

  static override clone(node: LinkNode): LinkNode {
    return new LinkNode(node.__text, node.__url, node.__key);
  }

  static override importJSON(json: SerializedLink): LinkNode {
    return $createLinkNode(json.text, json.url).updateFromJSON(json);
  }

  override updateFromJSON(json: LexicalUpdateJSON<SerializedLink>): this {
    return super.updateFromJSON(json);
  }

  override exportJSON(): SerializedLink {
    return { ...super.exportJSON(), url: this.__url };
  }

  /** No `a`: browsers put what is typed at the end of one behind it, where the editor does not know it. */
  override createDOM(config: EditorConfig, editor?: LexicalEditor): HTMLElement {
    const element = super.createDOM(config, editor);
    this.#show(element, config);
    return element;
  }

  override updateDOM(before: this, element: HTMLElement, config: EditorConfig): boolean {
    const isReplaced = super.updateDOM(before, element, config);
    this.#show(element, config);
    return isReplaced;
  }

  override canHaveFormat(): boolean {
    return false;
  }

  override canInsertTextBefore(): boolean {
    return false;
  }

  /** A URL is written on at its end; the text of a link that has a URL ends. */
  override canInsertTextAfter(): boolean {
    return this.getOwnUrl() === null;
  }

  /** The URL that it leads to, if that is not its text. */
  getOwnUrl(): string | null {
    return this.getLatest().__url;
  }

  getUrl(): string {
    return this.getOwnUrl() ?? this.getTextContent();
  }

  #show(element: HTMLElement, config: EditorConfig): void {
    const className = config.theme["commentLink"];
    if (typeof className === "string") element.className = className;
    const href = absoluteUrl(this.__url ?? this.__text) ?? "";
    element.dataset["href"] = href;
    element.title = href;
  }
}

export function $createLinkNode(text: string, url: string | null): LinkNode {
  return $applyNodeReplacement(new LinkNode(text, url));
}

export function $isLinkNode(node: LexicalNode | null | undefined): node is LinkNode {
  return node instanceof LinkNode;
}

/** Where a link leads, with a scheme. Undefined if it is none that a browser may be sent to, as one of scripts. */
export function absoluteUrl(url: string): string | undefined {
  const text = /^www\./iu.test(url) ? `https://${url}` : url;
  if (!/^https?:\/\//iu.test(text)) return undefined;
  try {
    return new URL(text).href;
  } catch {
    return undefined;
  }
}
