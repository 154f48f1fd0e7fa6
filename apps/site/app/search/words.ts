/** Question words and other words without search value. */
const fillers = new Set(
  "a about an and are as at be by can could do does for from get has have how i if in into is it me my of on or our should that the there this to use using want we what when where which who why will with would you your".split(
    " ",
  ),
);

/** The words of a text, lower case; a name in camel case is both one word and its parts. */
export function wordsOf(text: string): readonly string[] {
  const words = new Set<string>();
  for (const part of joined(text).split(/[^\p{L}\p{N}]+/u)) {
    if (part === "") continue;
    words.add(part.toLowerCase());
    const parts = part.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u);
    if (parts.length > 1) for (const piece of parts) words.add(piece.toLowerCase());
  }
  return [...words];
}

/** `Next.js` is one word, however it is typed. */
function joined(text: string): string {
  return text.replaceAll(/\.js\b/giu, "js");
}

/** A text as a phrase: words with single spaces between them. */
export function phraseOf(text: string): string {
  return joined(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .join(" ");
}

/** The words of a query that carry meaning; all of them when none does. */
export function tokensOf(query: string): readonly string[] {
  const words = phraseOf(query).split(" ");
  const telling = words.filter((word) => !fillers.has(word));
  return telling.length > 0 ? telling : words;
}
