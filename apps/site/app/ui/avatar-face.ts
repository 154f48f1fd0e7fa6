/** Twelve dyes, each dark enough for white initials (AA). */
const palette = [
  "#2b4ae0",
  "#0b6e8f",
  "#0f766e",
  "#2f7536",
  "#5f6f12",
  "#8a6100",
  "#a84d12",
  "#b3382c",
  "#b0285f",
  "#93379b",
  "#6a45c9",
  "#5a6478",
] as const;

/** The colour behind the initials, the same for one id everywhere. */
export function avatarColor(id: string): string {
  let hash = 2166136261;
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  return palette[(hash >>> 0) % palette.length] ?? palette[0];
}

/** First letters of the first and last word; of one word, its first letter. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return chosen
    .map((word) => Array.from(word ?? "")[0] ?? "")
    .join("")
    .toLocaleUpperCase();
}
