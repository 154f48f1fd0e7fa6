/** The colors that people choose for things. `colors.css` has their shades for both themes, by `data-color`. */
export const colors = ["blue", "green", "amber", "rose", "violet"] as const;
export type Color = (typeof colors)[number];

/** A color as it arrives from outside. */
export function readColor(value: unknown): Color {
  return colors.find((known) => known === value) ?? "blue";
}
