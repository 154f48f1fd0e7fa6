/** An absolute URL of a page or an address, which runs nothing. Null for all others: they lead nowhere from an email. */
export function absoluteUrl(url: unknown): string | null {
  if (typeof url !== "string") return null;
  const given = url.trim().startsWith("www.") ? `https://${url.trim()}` : url;
  if (!URL.canParse(given)) return null;
  const { protocol, href } = new URL(given);
  if (protocol === "mailto:") return href;
  return protocol === "https:" || protocol === "http:" ? href : null;
}

/** An absolute URL of a picture. */
export function pictureUrl(url: unknown): string | null {
  const found = absoluteUrl(url);
  return found?.startsWith("mailto:") === true ? null : found;
}

/** Where a comment is: the URL of its room, with the comment in it, unless the URL has a place already. */
export function commentUrl(roomUrl: string | undefined, commentId: string): string | undefined {
  if (roomUrl === undefined || roomUrl === "") return undefined;
  return roomUrl.includes("#") ? roomUrl : `${roomUrl}#${encodeURIComponent(commentId)}`;
}
