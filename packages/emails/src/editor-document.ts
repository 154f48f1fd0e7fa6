/**
 * Looks for a mention in a Yjs document.
 *
 *     Tiptap, BlockNote   fragment ► block elements ► texts with marks, and elements of mentions
 *     Lexical             text ► blocks, which are texts ► properties of a text before it, inline elements, mentions
 */
import * as Y from "yjs";
import { blockOf, memberIds } from "./editor-nodes.ts";
import type { EditorNode, EditorTextNode, FoundNode, MentionInText } from "./editor-nodes.ts";

/** Which editor wrote a document, and where, as the server keeps it for a room. */
export interface TextEditorOfRoom {
  readonly type: string;
  readonly rootKey: string | readonly string[];
}

/** The mention with this id and the block in which it is; undefined if the document does not have it. */
export function findMention(
  update: Uint8Array,
  mentionId: string,
  editor: TextEditorOfRoom | undefined,
): MentionInText | undefined {
  const kinds = editor === undefined ? ["tiptap", "lexical"] : [editor.type];
  for (const kind of kinds) {
    // A root has one type in a document, so that each attempt has a document of its own.
    const document = new Y.Doc();
    Y.applyUpdate(document, update);
    for (const key of editor === undefined ? document.share.keys() : [editor.rootKey].flat()) {
      const found =
        kind === "lexical"
          ? inLexical(document.get(key, Y.XmlText), mentionId)
          : inFragment(document.getXmlFragment(key), mentionId);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

const plain = { bold: false, italic: false, strikethrough: false, code: false };

function inFragment(fragment: Y.XmlFragment, mentionId: string): MentionInText | undefined {
  const children = fragment.toArray();
  const found = blockOf(children.flatMap(fragmentNodes), mentionId);
  if (found !== undefined) return found;
  for (const child of children) {
    const inside = child instanceof Y.XmlElement ? inFragment(child, mentionId) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** Text and mentions, and nothing of blocks within. */
function fragmentNodes(child: Y.XmlElement | Y.XmlText | Y.XmlHook): readonly FoundNode[] {
  if (child instanceof Y.XmlText)
    return (child.toDelta() as readonly Delta[]).flatMap(({ insert, attributes = {} }) =>
      typeof insert === "string" ? [{ node: textNode(insert, new Set(Object.keys(attributes))) }] : [],
    );
  if (!(child instanceof Y.XmlElement)) return [];
  if (child.nodeName === "hardBreak" || child.nodeName === "hard_break")
    return [{ node: { type: "text", text: "\n", ...plain } }];
  const attributes = child.getAttributes() as Readonly<Record<string, unknown>>;
  const { id, notificationId, userIds } = attributes;
  if (typeof id !== "string") return [];
  const mentionId = typeof notificationId === "string" ? notificationId : undefined;
  if (child.nodeName === "liveblocksMention") return [{ node: { type: "mention", kind: "user", id }, mentionId }];
  if (child.nodeName === "liveblocksGroupMention") return [{ node: groupNode(id, userIds), mentionId }];
  return [];
}

function groupNode(id: string, members: unknown): EditorNode {
  const userIds = memberIds(members);
  return { type: "mention", kind: "group", id, ...(userIds !== undefined && { userIds }) };
}

function textNode(text: string, marks: ReadonlySet<string>): EditorTextNode {
  const has = (...names: readonly string[]) => names.some((name) => marks.has(name));
  return {
    type: "text",
    text,
    bold: has("bold", "strong"),
    italic: has("italic", "em"),
    strikethrough: has("strike", "strikethrough", "s"),
    code: has("code"),
  };
}

interface Delta {
  readonly insert?: unknown;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** Elements of Lexical within a line. All others are blocks. */
const inline = new Set(["lb-thread-mark", "link", "autolink", "mark", "overflow", "hashtag"]);

function inLexical(block: Y.XmlText, mentionId: string): MentionInText | undefined {
  const found = blockOf(lexicalNodes(block), mentionId);
  if (found !== undefined) return found;
  for (const { insert } of block.toDelta() as readonly Delta[]) {
    const inside = insert instanceof Y.XmlText ? inLexical(insert, mentionId) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

function lexicalNodes(parent: Y.XmlText): readonly FoundNode[] {
  const found: FoundNode[] = [];
  // The properties of a text stand before it.
  let format = 0;
  for (const { insert } of parent.toDelta() as readonly Delta[]) {
    if (typeof insert === "string") found.push({ node: lexicalText(insert, format) });
    else if (insert instanceof Y.Map) {
      format = typeof insert.get("__format") === "number" ? (insert.get("__format") as number) : 0;
      if (insert.get("__type") === "linebreak") found.push({ node: { type: "text", text: "\n", ...plain } });
    } else if (insert instanceof Y.XmlText) {
      if (inline.has(String(insert.getAttribute("__type")))) found.push(...lexicalNodes(insert));
    } else if (insert instanceof Y.XmlElement) {
      const { __type, __id, __userId, __groupId, __userIds } = insert.getAttributes() as Readonly<
        Record<string, unknown>
      >;
      const mentionId = typeof __id === "string" ? __id : undefined;
      if (__type === "lb-mention" && typeof __userId === "string")
        found.push({ node: { type: "mention", kind: "user", id: __userId }, mentionId });
      if (__type === "lb-group-mention" && typeof __groupId === "string")
        found.push({ node: groupNode(__groupId, __userIds), mentionId });
    }
  }
  return found;
}

/** The bits of formats are those of Lexical. */
function lexicalText(text: string, format: number): EditorTextNode {
  const has = (bit: number) => (format & bit) !== 0;
  return { type: "text", text, bold: has(1), italic: has(2), strikethrough: has(4), code: has(16) };
}
