/** User ids between commas and line breaks, each once. */
export function readUserIds(text: string): string[] {
  const ids = text.split(/[,\n]/u).map((id) => id.trim());
  return [...new Set(ids.filter((id) => id !== ""))];
}
