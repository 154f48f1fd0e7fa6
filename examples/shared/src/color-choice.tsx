import { colors } from "./colors.ts";
import type { Color } from "./colors.ts";

interface ColorChoiceProps {
  readonly color: Color;
  readonly onColor: (color: Color) => void;
}

/** Radio buttons for a color. `colors.css` has their style. */
export function ColorChoice({ color: chosen, onColor }: ColorChoiceProps) {
  return (
    <fieldset className="color-choice">
      <legend>Color</legend>
      {colors.map((color) => (
        <label key={color} data-color={color} title={nameOf(color)}>
          <input
            type="radio"
            name="color"
            value={color}
            checked={chosen === color}
            aria-label={nameOf(color)}
            onChange={() => onColor(color)}
          />
          <span aria-hidden="true" />
        </label>
      ))}
    </fieldset>
  );
}

function nameOf(color: Color): string {
  return color.charAt(0).toUpperCase() + color.slice(1);
}
