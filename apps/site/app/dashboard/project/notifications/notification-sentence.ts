import type { InboxNotificationBody } from "./notification-queries.ts";

/** What a notification says, without its room. */
export function notificationSentence(notification: InboxNotificationBody): string {
  if ("threadId" in notification) return "New comments in a thread";
  if ("mentionId" in notification) {
    const { mention, createdBy } = notification;
    return mention.kind === "group"
      ? `${createdBy} mentioned the group ${mention.id} in a text`
      : `${createdBy} mentioned this user in a text`;
  }
  return `${wordsOf(notification.kind)}: ${notification.subjectId}`;
}

/** The name of a kind as words: `$fileUploaded` as `File uploaded`. */
function wordsOf(kind: string): string {
  const words = kind
    .replace("$", "")
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[-_\s]+/g, " ")
    .trim()
    .toLowerCase();
  return words === "" ? kind : words[0]!.toUpperCase() + words.slice(1);
}
