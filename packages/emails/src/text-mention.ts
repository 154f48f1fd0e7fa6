/** The mention in a text that a notification is about. */
import type { BaseUserMeta, TextMentionNotificationEvent } from "@weft/node";
import type { ContentFormat } from "./content.ts";
import { findMention } from "./editor-document.ts";
import type { TextEditorOfRoom } from "./editor-document.ts";
import { nameOf, resolveNames, resolveRoom } from "./names.ts";
import type { EmailRoomInfo, NameResolvers } from "./names.ts";
import { unlessGone } from "./unread-thread.ts";
import type { EmailClient } from "./unread-thread.ts";

/** A mention in a text, with the text around it. */
export type EmailTextMention<Content, U extends BaseUserMeta = BaseUserMeta> = (
  | { readonly kind: "user"; readonly id: string; readonly userIds?: undefined }
  | { readonly kind: "group"; readonly id: string; readonly userIds?: string[] }
) & {
  readonly textMentionId: string;
  readonly roomId: string;
  /** Who mentioned the reader, with the id as name if nothing else is known. */
  readonly author: U & { readonly id: string; readonly info: NonNullable<U["info"]> };
  readonly createdAt: Date;
  /** The block that has the mention. */
  readonly content: Content;
};

/** A mention that its reader has not read. */
export interface TextMentionEmailData<Content, U extends BaseUserMeta = BaseUserMeta> {
  readonly mention: EmailTextMention<Content, U>;
  readonly roomInfo: EmailRoomInfo;
}

/** What the notification is about, in a format; null if it was read, or the mention was deleted since. */
export async function textMentionEmailData<Content, U extends BaseUserMeta>(
  client: EmailClient,
  event: TextMentionNotificationEvent,
  resolvers: NameResolvers<U>,
  format: ContentFormat<Content, U>,
): Promise<TextMentionEmailData<Content, U> | null> {
  const { roomId, mentionId, userId, inboxNotificationId } = event.data;
  const [room, notification] = await Promise.all([
    unlessGone(client.getRoom(roomId)),
    unlessGone(client.getInboxNotification({ userId, inboxNotificationId })),
  ]);
  if (room === undefined || notification?.kind !== "textMention") return null;
  const { notifiedAt, readAt, createdBy } = notification;
  if (readAt !== null && readAt >= notifiedAt) return null;
  const update = await unlessGone(client.getYjsDocumentAsBinaryUpdate(roomId));
  if (update === undefined) return null;
  const { experimental_textEditor: editor } = room as { readonly experimental_textEditor?: TextEditorOfRoom };
  const found = findMention(new Uint8Array(update), mentionId, editor);
  if (found === undefined) return null;
  const { type: _type, ...target } = found.mention;
  const mentions = found.nodes.filter((node) => node.type === "mention");
  const [names, roomInfo] = await Promise.all([
    resolveNames(resolvers, [createdBy], mentions),
    resolveRoom(resolvers as NameResolvers<never>, roomId),
  ]);
  const info = { ...names.users.get(createdBy), name: nameOf(names.users.get(createdBy), createdBy) };
  const mention = {
    ...target,
    textMentionId: mentionId,
    roomId,
    author: { id: createdBy, info },
    createdAt: notifiedAt,
    content: format.editor(found.nodes, names),
  } as unknown as EmailTextMention<Content, U>;
  return { mention, roomInfo };
}
