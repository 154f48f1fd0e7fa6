/** The text around a mention, of whichever editor it is. */

/** A piece of text with its marks. */
export interface EditorTextNode {
  readonly type: "text";
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly strikethrough: boolean;
  readonly code: boolean;
}

/** A mention of a user or a group. */
export type EditorMentionNode =
  | { readonly type: "mention"; readonly kind: "user"; readonly id: string; readonly userIds?: undefined }
  | { readonly type: "mention"; readonly kind: "group"; readonly id: string; readonly userIds?: string[] };

/** Text or a mention. */
export type EditorNode = EditorTextNode | EditorMentionNode;

/** A mention with its id, and everything in its block. */
export interface MentionInText {
  readonly mention: EditorMentionNode;
  readonly nodes: readonly EditorNode[];
}

/** A node, and the id of the notification that it made, if it is a mention. */
export interface FoundNode {
  readonly node: EditorNode;
  readonly mentionId?: string;
}

/** The block in which this mention is. */
export function blockOf(nodes: readonly FoundNode[], mentionId: string): MentionInText | undefined {
  const found = nodes.find((each) => each.mentionId === mentionId)?.node;
  return found?.type === "mention" ? { mention: found, nodes: nodes.map(({ node }) => node) } : undefined;
}

/** Ids of the members of a group, as editors write them: a list, or JSON of one. */
export function memberIds(value: unknown): string[] | undefined {
  if (Array.isArray(value)) return value.filter((each) => typeof each === "string");
  if (typeof value !== "string") return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? memberIds(parsed) : undefined;
  } catch {
    return undefined;
  }
}
