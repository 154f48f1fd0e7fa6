/** Copies `text`; answers whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  // The clipboard API is missing on plain-http addresses other than localhost, where demos are often opened.
  const clipboard = (navigator as Partial<Navigator>).clipboard;
  if (clipboard) {
    try {
      await clipboard.writeText(text);
      return true;
    } catch {
      // Not permitted (an embedded page, an unfocused window): try the older way.
    }
  }
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}
