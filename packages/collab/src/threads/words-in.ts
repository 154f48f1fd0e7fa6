/** The words of a search, in lower case. */
export function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().split(/\s+/u).filter(Boolean);
}
