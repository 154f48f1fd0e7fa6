/** Whether a notification is read; one that was renewed after it was read is unread again. */
export function isRead({
  readAt,
  notifiedAt,
}: {
  readonly readAt: string | null;
  readonly notifiedAt: string;
}): boolean {
  return readAt !== null && Date.parse(readAt) >= Date.parse(notifiedAt);
}
