/**
 * Whether every database stores this text unchanged: without U+0000, which PostgreSQL refuses, and without lone
 * surrogates, which UTF-8 cannot encode: two texts that differ in them alone would be stored as one.
 *
 * It applies to text that is stored or looked up as itself, such as ids and names. Text within JSON is stored escaped,
 * and may hold both.
 */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** What is said of a text that is not storable. */
export const storableRule = "must be well-formed text without NUL.";

/** The text with U+FFFD in the place of what cannot be stored: for messages of others, which cannot be refused. */
export function toStorable(text: string): string {
  return isStorable(text) ? text : text.toWellFormed().replaceAll("\0", "\ufffd");
}
