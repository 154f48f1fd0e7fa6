/** Colors of carets. They come from other clients, and so are anything. */

/** White text is readable on each. */
const palette = ["#c0392b", "#a84300", "#7a6200", "#2e7d32", "#00796b", "#1565c0", "#5e35b1", "#ad1457"] as const;
const hex = /^#(?:[\da-f]{3}|[\da-f]{6})$/iu;
const named = /^(?:[a-z]{3,24}|(?:rgb|hsl|hwb|oklch|oklab|lch|lab)\([\d\s.,%/a-z+-]{1,64}\))$/iu;

/** A color for a user who has none, the same one for the same key. */
export function colorFor(key: string): string {
  let hash = 0;
  for (let at = 0; at < key.length; at++) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0;
  return palette[Math.abs(hash % palette.length)] ?? palette[0];
}

/** The color that a client gave, if it is a color and nothing else that style sheets understand. */
export function checkedColor(color: unknown): string | undefined {
  return typeof color === "string" && (hex.test(color) || named.test(color)) ? color : undefined;
}

/** Black or white, whichever is more readable on a color that is written as `#rgb` or `#rrggbb`. */
export function readableOn(color: string): "#000000" | "#ffffff" | undefined {
  if (!hex.test(color)) return undefined;
  const digits = color.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((at) => {
    const pair = digits.length === 3 ? digits.charAt(at).repeat(2) : digits.slice(2 * at, 2 * at + 2);
    const part = Number.parseInt(pair, 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
}
