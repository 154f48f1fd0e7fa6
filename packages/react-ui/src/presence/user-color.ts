/** Colors of users. */

/** White text is readable on each. */
const palette = ["#c0392b", "#a84300", "#7a6200", "#2e7d32", "#00796b", "#1565c0", "#5e35b1", "#ad1457"] as const;

/** A color for a user who has none, the same one everywhere. */
export function colorFor(id: string): string {
  let hash = 0;
  for (let at = 0; at < id.length; at++) hash = (Math.imul(hash, 31) + id.charCodeAt(at)) | 0;
  return palette[Math.abs(hash % palette.length)]!;
}

const hex = /^#(?:[\da-f]{3}|[\da-f]{6})$/iu;
const named = /^(?:[a-z]{3,24}|(?:rgb|hsl|hwb|oklch|oklab|lch|lab)\([\d\s.,%/a-z+-]{1,64}\))$/iu;

/** The color that another client gave, if it is a color and nothing else that style sheets understand, such as an address. */
export function checkedColor(color: unknown): string | undefined {
  return typeof color === "string" && (hex.test(color) || named.test(color)) ? color : undefined;
}

/** Black or white, whichever is more readable on a color. White, if the color is not written as `#rgb` or `#rrggbb`. */
export function readableOn(color: string): "#000000" | "#ffffff" {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(color)?.[1];
  if (digits === undefined) return "#ffffff";
  const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((at) => {
    const pair = digits.length === 3 ? digits[at]!.repeat(2) : digits.slice(2 * at, 2 * at + 2);
    const part = Number.parseInt(pair, 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  // Where the contrast to black is that to white.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
}
