import { z } from "zod";
import { GroupId, UserId } from "./ids.ts";
import { limits } from "./limits.ts";
import { StorableText } from "./storable.ts";

/** A mention of a user, or of a group. The members of a group are `userIds`, or those of the stored group without it. */
export const Mention = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("user"), id: UserId }),
    z.strictObject({
      kind: z.literal("group"),
      id: GroupId,
      userIds: z.array(UserId).max(limits.mentionedUsers).optional(),
    }),
  ])
  .meta({ id: "Mention" });
export type Mention = z.output<typeof Mention>;

const mark = z.boolean().optional();
const TextNode = z.strictObject({
  text: StorableText,
  bold: mark,
  italic: mark,
  strikethrough: mark,
  code: mark,
});
const UserMention = z.strictObject({ type: z.literal("mention"), kind: z.literal("user"), id: UserId });
const GroupMention = z.strictObject({
  type: z.literal("mention"),
  kind: z.literal("group"),
  id: GroupId,
  userIds: z.array(UserId).max(limits.mentionedUsers).optional(),
});
const LinkNode = z.strictObject({
  type: z.literal("link"),
  url: StorableText.refine(isSafeLink, "must be a link that begins with http, https or mailto."),
  text: StorableText.optional(),
});

/** Older clients mention users without a kind. */
const withKind = (node: unknown) =>
  typeof node === "object" && node !== null && "type" in node && node.type === "mention" && !("kind" in node)
    ? { ...node, kind: "user" }
    : node;
const Inline = z.preprocess(withKind, z.union([TextNode, UserMention, GroupMention, LinkNode]));
const Paragraph = z.strictObject({ type: z.literal("paragraph"), children: z.array(Inline) });

/** What a comment says, version 1: paragraphs of text, mentions and links. */
export const CommentBody = z
  .strictObject({ version: z.literal(1), content: z.array(Paragraph) })
  .meta({ id: "CommentBody" });
export type CommentBody = z.output<typeof CommentBody>;

/** Whether a link leads to a page or an address, and runs nothing. A link without a scheme is one to a page. */
function isSafeLink(url: string): boolean {
  // Browsers skip these characters where they read the scheme.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url.replaceAll(/[\p{Cc}\s]/gu, ""))?.[1];
  return scheme === undefined || ["http", "https", "mailto"].includes(scheme.toLowerCase());
}

/** The mentions of a body in the order of the text, each id once. */
export function mentionsIn({ content }: CommentBody): readonly Mention[] {
  const found = new Map<string, Mention>();
  for (const { children } of content)
    for (const node of children)
      if ("type" in node && node.type === "mention" && !found.has(node.id)) {
        const { type: _, ...mention } = node;
        found.set(node.id, mention);
      }
  return [...found.values()];
}

/** The text of a body, a line for each paragraph. Mentions are the id with an `@`. */
export function textOf({ content }: CommentBody): string {
  const line = ({ children }: CommentBody["content"][number]) =>
    children
      .map((node) => {
        if (!("type" in node)) return node.text;
        return node.type === "mention" ? `@${node.id}` : (node.text ?? node.url);
      })
      .join("");
  return content.map(line).join("\n");
}
