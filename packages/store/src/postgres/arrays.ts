/**
 * Texts as PostgreSQL writes an array of them: `{"a","b \"c\" \\"}`. JSON writes quotes and backslashes in the same way,
 * and is written much faster than anything of our own could be; only texts with other escapes of JSON differ.
 */
export function textArray(texts: readonly string[]): string {
  const json = JSON.stringify(texts);
  if (!otherEscapes.test(json)) return `{${json.slice(1, -1)}}`;
  return `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`).join()}}`;
}

/** An escape that is neither `\"` nor `\\`, behind whole escapes. */
const otherEscapes = /(?<!\\)(?:\\\\)*\\[^"\\]/;
