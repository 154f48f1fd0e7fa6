export type EmailScheme = "light" | "dark";

/** What the frame of a preview may load: nothing. The frame is sandboxed as well, and so runs no script. */
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`;

/**
 * An email's document for the frame of a preview: it may load nothing, and its colors are those of the chosen scheme, whichever the
 * browser prefers. What users wrote is escaped, so the first tags of the text are those of the email.
 */
export function previewDocument(html: string, scheme: EmailScheme): string {
  const [head, ...rest] = html.split("</style>");
  const [start, styles = ""] = head!.split("<style>");
  const chosen = styles
    .replaceAll("(prefers-color-scheme: dark)", scheme === "dark" ? "all" : "not all")
    .replaceAll("light dark", scheme);
  return [`${start!.replace("<head>", `<head>\n${policy}`)}<style>${chosen}`, ...rest].join("</style>");
}
